import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { connect } from '@xyxlx/database/connect';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { eventually } from '../../../../tests/support/eventually.ts';
import { startTcpProxy, type TcpProxy } from '../../../../tests/support/tcp-proxy.ts';
import { createTestDatabase, type TestDatabase } from '../../../../tests/support/test-database.ts';
import { Unavailable } from '../core/errors.ts';
import { connectDatabase, type Database } from '../platform/db/database.ts';
import { translate } from './translate.ts';

const log = pino({ level: 'silent' });

it('a connection that could not be made in time is 503, like one that did not come free', async () => {
  const sockets: Socket[] = [];
  // Takes connections and never says a word.
  const server = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const pool = new pg.Pool({ host: '127.0.0.1', port, max: 1, connectionTimeoutMillis: 50 });
  const failures = await Promise.all([1, 2].map(() => pool.query('SELECT 1').catch((error: Error) => error)));
  for (const failure of failures) expect(translate(failure, log)).toBeInstanceOf(Unavailable);
  await pool.end();
  for (const socket of sockets) socket.destroy();
  server.close();
});

describe('whatever says that the database is away, through Prisma or past it, is 503', () => {
  let made: TestDatabase;
  let owner: pg.Client;
  let proxy: TcpProxy;
  let database: Database;
  beforeAll(async () => {
    made = await createTestDatabase();
    owner = await connect(made.url);
    // What waits for its COMMIT to be checked, as a deferred trigger does, reads the table that somebody locks.
    await owner.query(`
      CREATE TABLE late (id int);
      CREATE FUNCTION check_late() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM FROM tenants; RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER late AFTER INSERT ON late DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_late()`);
  });
  afterAll(async () => {
    await owner.end();
    await made.drop();
  });
  beforeEach(async () => {
    proxy = await startTcpProxy(made.url);
    database = connectDatabase({ service: proxy.url, owner: made.url }, 2, 5000, 500);
  });
  afterEach(async () => {
    await owner.query('ROLLBACK');
    await database.close();
    await proxy.close();
  });

  const read = 'SELECT code FROM tenants';
  const ways: [string, (asked: Database) => Promise<unknown>][] = [
    ['the pool', ({ pool }) => pool.query(read)],
    ['Prisma, raw', ({ prisma }) => prisma.$queryRawUnsafe(read)],
    ['Prisma', ({ prisma }) => prisma.tenant.findMany({ select: { code: true } })],
    ['a transaction, raw', ({ prisma }) => prisma.$transaction((tx) => tx.$queryRawUnsafe(read))],
    [
      'a transaction',
      ({ prisma }) => prisma.$transaction((tx) => tx.tenant.findMany({ select: { code: true } })),
    ],
    [
      'a transaction, at its COMMIT',
      ({ prisma }) => prisma.$transaction((tx) => tx.$executeRawUnsafe('INSERT INTO late VALUES (1)')),
    ],
  ];

  const toTheWaiting = (what: 'pg_terminate_backend' | 'pg_cancel_backend') =>
    owner.query(
      `SELECT ${what}(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
  const faults: [string, () => unknown][] = [
    ['ended by an administrator', () => toTheWaiting('pg_terminate_backend')],
    ['a statement that took too long', () => toTheWaiting('pg_cancel_backend')],
    ['cut', () => proxy.cut()],
    ['reset', () => proxy.reset()],
    ['silent', () => proxy.blackHole()],
  ];

  test.each(
    faults.flatMap(([fault, happens]) => ways.map(([way, ask]) => [fault, way, happens, ask] as const)),
  )('%s: %s', async (_fault, _way, happens, ask) => {
    await owner.query('BEGIN; LOCK TABLE tenants');
    const failure = ask(database).catch((error: unknown) => error);
    await eventually(async () => {
      await owner.query('SELECT pg_stat_clear_snapshot()');
      const { rows } = await owner.query(
        `SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      expect(rows).toEqual([{ waiting: 1 }]);
    });
    await happens();
    expect(translate(await failure, log)).toBeInstanceOf(Unavailable);
    await owner.query('ROLLBACK');
    // Nothing of it stays: the next one gets through over the same pool.
    await expect(ask(database)).resolves.toBeDefined();
  });

  test.each(ways)('a lock that does not come: %s', async (_way, ask) => {
    await owner.query(
      `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET lock_timeout = 50', current_database()); END $$`,
    );
    await owner.query('BEGIN; LOCK TABLE tenants');
    expect(translate(await ask(database).catch((error: unknown) => error), log)).toBeInstanceOf(Unavailable);
    await owner.query('ROLLBACK');
    await owner.query(
      `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I RESET lock_timeout', current_database()); END $$`,
    );
  });

  test.each(ways)('nobody listens: %s', async (_way, ask) => {
    const { url } = proxy;
    await proxy.close();
    const nowhere = connectDatabase({ service: url, owner: made.url }, 2, 5000);
    expect(translate(await ask(nowhere).catch((error: unknown) => error), log)).toBeInstanceOf(Unavailable);
    await nowhere.close();
    proxy = await startTcpProxy(made.url);
  });

  test('a statement sent in the moment in which the other end closes', async () => {
    const client = await database.pool.connect();
    const failure = new Promise((resolve) => {
      client.connection.stream.once('end', () => client.query(read).then(resolve, resolve));
    });
    proxy.cut();
    expect(translate(await failure, log)).toBeInstanceOf(Unavailable);
    client.release(true);
  });

  test('a transaction that stood still for too long', async () => {
    await owner.query(
      `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET idle_in_transaction_session_timeout = 50', current_database()); END $$`,
    );
    const failure = await database.prisma
      .$transaction(async (tx) => {
        const [own] = await tx.$queryRawUnsafe<{ pid: number }[]>('SELECT pg_backend_pid() AS pid');
        await eventually(async () => {
          const { rows } = await owner.query('SELECT FROM pg_stat_activity WHERE pid = $1', [own?.pid]);
          expect(rows).toEqual([]);
        });
        return tx.tenant.findMany();
      })
      .catch((error: unknown) => error);
    expect(translate(failure, log)).toBeInstanceOf(Unavailable);
  });
});

it('what is wrong with a statement stays a fault', async () => {
  const made = await createTestDatabase();
  const database = connectDatabase({ service: made.url, owner: made.url }, 2, 5000);
  for (const ask of [
    () => database.pool.query('SELECT 1 / 0'),
    () => database.prisma.$queryRaw`SELECT 1 / 0`,
  ]) {
    expect(translate(await ask().catch((error: unknown) => error), log)).toBeNull();
  }
  const elsewhere = Object.assign(new TypeError('fetch failed'), {
    cause: Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' }),
  });
  expect(translate(elsewhere, log)).toBeNull();
  await database.close();
  await made.drop();
});
