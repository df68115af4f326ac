import { connect } from '@xyxlx/database/connect';
import { demoPassword } from '@xyxlx/database/seed/accounts';
import type pg from 'pg';
import { ask } from '../../support/killable-services.ts';
import { type ServiceProcess, startService } from '../../support/service-process.ts';
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts';
import { createTestDatabase } from '../../support/test-database.ts';

/** One process of the service, and its own way to the database. */
export interface Replica extends ServiceProcess {
  proxy: TcpProxy;
}

/** A seeded database with replicas on it; `close` leaves nothing of them. */
export interface Replicas {
  /** The database's owner, past every proxy. */
  owner: pg.Client;
  databaseUrl: string;
  start(settings?: Record<string, string>): Promise<Replica>;
  /** What any replica has logged of failures that it had no answer for but 500. */
  unexpected(): string[];
  close(): Promise<void>;
}

export async function makeReplicas(): Promise<Replicas> {
  const database = await createTestDatabase({ seed: 'small' });
  const owner = await connect(database.url);
  const started: Replica[] = [];
  return {
    owner,
    databaseUrl: database.url,
    start: async (settings) => {
      const proxy = await startTcpProxy(database.url);
      const replica = { ...(await startService(proxy.url, settings)), proxy };
      started.push(replica);
      return replica;
    },
    unexpected: () =>
      started.flatMap(({ output }) =>
        output()
          .split('\n')
          .filter((line) => line.includes('unexpected failure')),
      ),
    close: async () => {
      for (const { process: child, ended, proxy } of started) {
        child.kill('SIGKILL');
        await ended;
        await proxy.close();
      }
      await owner.end();
      await database.drop();
    },
  };
}

/** The token of a demo account. */
export async function signIn(service: ServiceProcess, mobile: string): Promise<string> {
  return (await ask(service, 'userAccount/login', { mobile, password: demoPassword })).token;
}
