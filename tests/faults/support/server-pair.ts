import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '@xyxlx/database/connect';
import { binaryPath, launch, serverEnvironment, serverUser } from '@xyxlx/database/embedded/binaries';
import { freePort } from '@xyxlx/database/embedded/free-port';
import { serverSettings } from '@xyxlx/database/embedded/server-settings';
import { embeddedHome, startEmbeddedPostgres } from '@xyxlx/database/embedded/start';
import { migrate } from '@xyxlx/database/migrate';
import pg from 'pg';
import { expect } from 'vitest';
import { seedAndPost } from '../../../apps/api/src/embed.ts';
import { eventually } from '../../support/eventually.ts';
import { jwtSecret } from '../../support/service-process.ts';
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts';

interface Server {
  port: number;
  process: ChildProcess;
  ended: Promise<unknown>;
}

/** Two servers with the small seed: the second takes part in every commit of the first, and can take its place. */
export interface ServerPair {
  /** Names both, the first by its proxy. */
  url: string;
  primary: Server & { proxy: TcpProxy };
  standby: Server;
  standbyUrl: string;
  /** Makes the second the primary; resolves once it takes writes. */
  promote(): Promise<void>;
  close(): Promise<void>;
}

export async function startServerPair(): Promise<ServerPair> {
  const dataDir = mkdtempSync(join(tmpdir(), 'xyxlx-pair-'));
  const cluster = join(embeddedHome(dataDir), 'cluster');
  const copy = join(embeddedHome(dataDir), 'standby');
  await fillCluster(dataDir);
  const password = readFileSync(join(embeddedHome(dataDir), 'password'), 'utf8');
  const addressOf = (ports: number[]) =>
    `postgresql://postgres:${password}@${ports.map((port) => `127.0.0.1:${port}`).join(',')}/xyxlx`;

  // What it writes from here on is enough for a standby; what it wrote before it is not.
  const first = await startServer(cluster);
  await untilReached(addressOf([first.port]));
  first.process.kill('SIGINT');
  await first.ended;
  // With its owner, who is not who runs this.
  execFileSync('cp', ['-a', cluster, copy]);
  const signal = join(copy, 'standby.signal');
  writeFileSync(signal, '');
  const user = serverUser();
  if (user) chownSync(signal, user.uid, user.gid);

  const primary = await startServer(cluster, { synchronous_commit: 'on', synchronous_standby_names: '*' });
  const standby = await startServer(copy, {
    primary_conninfo: `host=127.0.0.1 port=${primary.port} user=postgres password=${password}`,
  });
  await untilReached(addressOf([primary.port]));
  const owner = await connect(addressOf([primary.port]));
  await eventually(async () => {
    const { rows } = await owner.query(`SELECT FROM pg_stat_replication WHERE sync_state = 'sync'`);
    expect(rows).toHaveLength(1);
  });
  await owner.end();

  const proxy = await startTcpProxy(addressOf([primary.port]));
  return {
    url: addressOf([Number(new URL(proxy.url).port), standby.port]),
    primary: { ...primary, proxy },
    standby,
    standbyUrl: addressOf([standby.port]),
    promote: async () => {
      const client = new pg.Client({ connectionString: addressOf([standby.port]) });
      await client.connect();
      await client.query('SELECT pg_promote()');
      await client.end();
    },
    close: async () => {
      for (const server of [primary, standby]) {
        server.process.kill('SIGKILL');
        await server.ended;
      }
      await proxy.close();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

async function fillCluster(dataDir: string): Promise<void> {
  const embedded = await startEmbeddedPostgres({ dataDir, durable: false, log: () => undefined });
  try {
    await migrate(embedded.url);
    await seedAndPost(embedded.url, 'small', [jwtSecret]);
  } finally {
    await embedded.stop();
  }
}

async function startServer(directory: string, more: Record<string, string> = {}): Promise<Server> {
  const port = await freePort();
  const settings = { wal_level: 'replica', max_wal_senders: '4', ...more };
  const args = ['-D', directory, ...serverSettings({ port, durable: false })].concat(
    Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  );
  const { command, args: given, options } = launch(binaryPath('postgres'), args, directory, serverUser());
  const child = spawn(command, given, { ...options, env: serverEnvironment(), stdio: 'ignore' });
  return { port, process: child, ended: new Promise((resolve) => child.once('exit', resolve)) };
}

function untilReached(url: string): Promise<void> {
  return eventually(async () => (await connect(url)).end());
}
