import { connect } from '@xyxlx/database/connect';
import type pg from 'pg';
import { afterEach, beforeEach, expect } from 'vitest';
import { eventually } from './eventually.ts';
import { lenientTimeouts } from './lenient-timeouts.ts';
import { type ServiceProcess, startService } from './service-process.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

/** Gives each test of a file a seeded database of its own and services on it to be killed; nothing of them is left after it. */
export function killableServices() {
  let database: TestDatabase;
  let owner: pg.Client;
  const services: ServiceProcess[] = [];

  beforeEach(async () => {
    database = await createTestDatabase({ seed: 'small' });
    owner = await connect(database.url);
  });

  afterEach(async () => {
    for (const { process: child, ended } of services.splice(0)) {
      child.kill('SIGKILL');
      await ended;
    }
    await owner.end();
    await database.drop();
  });

  return {
    /** One connection, as the database's owner: past every service, and the same for the whole test. */
    sql: { query: (text: string, values: unknown[] = []) => owner.query(text, values) },
    /** The first row that a statement answers. */
    one: async (text: string, values: unknown[] = []) => (await owner.query(text, values)).rows[0],
    /** Waits until one statement that says so, early on, waits for somebody else. */
    waiting: (words: string) =>
      eventually(
        async () => {
          // Within a transaction what others do is looked up once, and who came later is missing.
          await owner.query('SELECT pg_stat_clear_snapshot()');
          const { rows } = await owner.query(
            `SELECT count(*)::int AS statements FROM pg_stat_activity
             WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%' || $1 || '%'`,
            [words],
          );
          expect(rows).toEqual([{ statements: 1 }]);
        },
        { timeout: 60_000 },
      ),
    /** The database's address, its owner's. */
    url: () => database.url,
    /** Another service. */
    start: async (): Promise<ServiceProcess> => {
      const service = await startService(database.url, lenientTimeouts);
      services.push(service);
      return service;
    },
  };
}

/** Calls an endpoint of a service, with a form where there is a file; its result. */
export async function ask({ url }: ServiceProcess, path: string, body: object | FormData, token = '') {
  const isForm = body instanceof FormData;
  const answer = await fetch(`${url}/xyxlx/${path}`, {
    method: 'POST',
    headers: { Authorization: token, ...(isForm ? {} : { 'Content-Type': 'application/json' }) },
    body: isForm ? body : JSON.stringify(body),
  });
  // biome-ignore lint/suspicious/noExplicitAny: what comes back depends on the endpoint, and each test looks at it closely.
  return ((await answer.json()) as { result: any }).result;
}
