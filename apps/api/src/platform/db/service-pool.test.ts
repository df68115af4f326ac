import { connect } from '@xyxlx/database/connect';
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { startTcpProxy, type TcpProxy } from '../../../../../tests/support/tcp-proxy.ts';
import { createTestDatabase, type TestDatabase } from '../../../../../tests/support/test-database.ts';
import { DatabaseSilent, makeServicePool, withLongTimeout } from './service-pool.ts';

/** What the server would give a statement, in ms; this side gives up a second later. */
const statementTimeout = 500;

let database: TestDatabase;
let proxy: TcpProxy;
let pool: pg.Pool;
beforeEach(async () => {
  database = await createTestDatabase();
  proxy = await startTcpProxy(database.url);
  pool = makeServicePool(
    { connectionString: proxy.url, max: 3, connectionTimeoutMillis: 5000 },
    statementTimeout,
  );
});
afterEach(async () => {
  await pool.end();
  await proxy.close();
  await database.drop();
});

/** Opens as many connections as the pool has, and gives them back. */
async function fill(): Promise<void> {
  const clients = await Promise.all([1, 2, 3].map(() => pool.connect()));
  for (const client of clients) client.release();
  expect(pool.totalCount).toBe(3);
}

describe('a connection that died without a word', () => {
  test('in the pool: dropped by the heartbeat, with nobody asking for it', async () => {
    await fill();
    expect(proxy.blackHole()).toBe(3);
    await eventually(() => expect(pool.totalCount).toBe(0));
    expect((await pool.query('SELECT 1 AS n')).rows).toEqual([{ n: 1 }]);
  });

  test('in the middle of a statement: it fails a second after the server would have ended it, and the next one gets through', async () => {
    const client = await pool.connect();
    await client.query('BEGIN');
    proxy.blackHole();
    const since = performance.now();
    await expect(client.query('SELECT 1')).rejects.toThrow(DatabaseSilent);
    expect(performance.now() - since).toBeGreaterThanOrEqual(statementTimeout + 900);
    client.release();
    expect(pool.totalCount).toBe(0);
    expect((await pool.query('SELECT 1 AS n')).rows).toEqual([{ n: 1 }]);
  });

  test('under what the pool asks by itself: the same', async () => {
    await pool.query('SELECT 1');
    proxy.mute();
    await expect(pool.query('SELECT 1')).rejects.toThrow(DatabaseSilent);
    proxy.resume();
    expect((await pool.query('SELECT 1 AS n')).rows).toEqual([{ n: 1 }]);
  });

  test('at long work: it has the time it was given, and the connection no more of it than that', async () => {
    const took = await withLongTimeout(pool, 20_000, async (client) => {
      const since = performance.now();
      await client.query('SELECT pg_sleep(1.8)');
      return performance.now() - since;
    });
    expect(took).toBeGreaterThan(statementTimeout + 1000);
    const { rows } = await pool.query('SHOW statement_timeout');
    expect(rows).toEqual([{ statement_timeout: '0' }]);
    await expect(pool.query('SELECT pg_sleep(1.8)')).rejects.toThrow(DatabaseSilent);
  });
});

test('what is under way with the primary of before is dropped as soon as a connection finds the new one', async () => {
  const promoted = await startTcpProxy(database.url);
  const [{ host: before }, { host: after }] = [new URL(proxy.url), new URL(promoted.url)];
  const connectionString = proxy.url.replace(before, `${before},${after}`);
  const ofBoth = makeServicePool({ connectionString, max: 2, connectionTimeoutMillis: 300 }, 60_000);
  try {
    const client = await ofBoth.connect();
    proxy.mute();
    const waiting = client.query('SELECT 1');
    await expect(ofBoth.query('SELECT 1')).rejects.toThrow();
    await expect(waiting).rejects.toThrow('Connection terminated: another server is the primary');
    client.release();
    await eventually(async () => expect((await ofBoth.query('SELECT 1 AS n')).rows).toEqual([{ n: 1 }]));
  } finally {
    await ofBoth.end();
    await promoted.close();
  }
});

test('only what waits in the pool is asked whether it lives: a transaction that stands still gets no help to', async () => {
  const [standing, waiting] = [await pool.connect(), await pool.connect()];
  const pids = await Promise.all(
    [standing, waiting].map(
      async (client) => (await client.query('SELECT pg_backend_pid() AS pid')).rows[0].pid,
    ),
  );
  await standing.query('BEGIN');
  waiting.release();
  const owner = await connect(database.url);
  await eventually(async () => {
    const { rows } = await owner.query(
      'SELECT query FROM pg_stat_activity WHERE pid = ANY ($1) ORDER BY pid = $2 DESC',
      [pids, pids[0]],
    );
    expect(rows).toEqual([{ query: 'BEGIN' }, { query: 'SELECT 1' }]);
  });
  await owner.end();
  standing.release();
});
