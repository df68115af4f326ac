import { randomUUID } from 'node:crypto';
import { connect } from '@xyxlx/database/connect';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Set by global-database.ts. */
    testServerUrl: string;
  }
}

export interface TestDatabase {
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

async function createFrom(template: string): Promise<TestDatabase> {
  const serverUrl = inject('testServerUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await runOnServer(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  return {
    url: Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href,
    drop: () => runOnServer(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`),
  };
}

async function runOnServer(serverUrl: string, sql: string): Promise<void> {
  const client = await connect(serverUrl);
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
