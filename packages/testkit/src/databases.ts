import { rmSync } from 'node:fs';
import { seedAndPost } from '@xyxlx/api';
import { connect } from '@xyxlx/database/connect';
import { scratchDirectory } from '@xyxlx/database/embedded/scratch-directory';
import { startEmbeddedPostgres } from '@xyxlx/database/embedded/start';
import { migrate } from '@xyxlx/database/migrate';
import type { SeedKind } from '@xyxlx/database/seed/seed';
import { secret } from './service.ts';

/** A PostgreSQL of one's own with a database to work in and the state it goes back to. */
export interface Databases {
  /** Where files go. */
  dataDir: string;
  /** The state to go back to: migrated and seeded, and open to be filled further until the first `copy`. */
  originUrl: string;
  /** The database to work in, a copy of the origin; each call makes a new one; nobody may be connected to the last one. */
  copy(): Promise<string>;
  stop(): Promise<void>;
}

/** Starts the server in a temporary directory and seeds the origin. */
export async function startDatabases(kind: SeedKind): Promise<Databases> {
  const dataDir = scratchDirectory('testkit');
  const server = await startEmbeddedPostgres({ dataDir, log: () => undefined, durable: false });
  const urlOf = (database: string) => Object.assign(new URL(server.url), { pathname: `/${database}` }).href;
  const run = async (...statements: string[]) => {
    const client = await connect(server.url);
    try {
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.end();
    }
  };
  const stop = async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await run('CREATE DATABASE origin');
    await migrate(urlOf('origin'));
    await seedAndPost(urlOf('origin'), kind, [secret]);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    dataDir,
    originUrl: urlOf('origin'),
    copy: async () => {
      await run(
        'DROP DATABASE IF EXISTS work WITH (FORCE)',
        'CREATE DATABASE work TEMPLATE origin STRATEGY FILE_COPY',
      );
      return urlOf('work');
    },
    stop,
  };
}
