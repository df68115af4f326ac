import { randomUUID } from 'node:crypto';
import { connect } from '@xyxlx/database/connect';
import { keepServiceRole } from '@xyxlx/database/service-role';
import { inject } from 'vitest';
import type { DatabaseAddresses } from '../../apps/api/src/platform/db/service-address.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Set by global-database.ts. */
    testServerUrls: [string, ...string[]];
  }
}

export interface TestDatabase {
  /** The owner's. */
  url: string;
  drop(): Promise<void>;
}

/** A database of its own for a test file: migrated, and filled with the small seed when asked for. */
export function createTestDatabase({
  seed = 'none',
}: {
  seed?: 'none' | 'small';
} = {}): Promise<TestDatabase> {
  return createFrom(`template_${seed}`);
}

/** A database without a single table, for tests of the migrations themselves. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return createFrom('template0');
}

/** The addresses of a test's database for a pool that a test makes itself: the service's role is made for it. */
export async function addressesOf({ url }: TestDatabase): Promise<DatabaseAddresses> {
  return { service: await keepServiceRole(url, 'a key that only tests use'), owner: url };
}

async function createFrom(template: string): Promise<TestDatabase> {
  const serverUrls = inject('testServerUrls');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await runOnServers(serverUrls, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  return {
    url: Object.assign(new URL(serverUrls[0]), { pathname: `/${name}` }).href,
    drop: () =>
      runOnServers(
        serverUrls,
        `DROP DATABASE ${name} WITH (FORCE)`,
        // Roles belong to the whole server; this one was made by a service on the database.
        `DROP ROLE IF EXISTS ${name}_service`,
      ),
  };
}

/** On each of them where the tests run on a cluster: a database and its roles are there by the same names. */
async function runOnServers(serverUrls: readonly string[], ...statements: string[]): Promise<void> {
  for (const serverUrl of serverUrls) {
    const client = await connect(serverUrl);
    try {
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.end();
    }
  }
}
