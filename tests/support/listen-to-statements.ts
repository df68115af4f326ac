import type pg from 'pg';
import type { TestApi } from './test-api.ts';

/** Hears each statement that a service sends from now on. */
export function listenToStatements({ deps }: TestApi, hear: (statement: string) => void): void {
  const heard = new WeakSet<pg.PoolClient>();
  deps.database.pool.on('acquire', (client) => {
    if (heard.has(client)) return;
    heard.add(client);
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    client.query = ((...given: unknown[]) => {
      const [statement] = given;
      hear(typeof statement === 'string' ? statement : (statement as { text: string }).text);
      return query(...given);
    }) as typeof client.query;
  });
}
