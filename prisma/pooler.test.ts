import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Pooling, startOldPooler } from '../tests/support/old-pooler.ts';
import { createTestDatabase, type TestDatabase } from '../tests/support/test-database.ts';
import { connect } from './connect.ts';
import { migrate } from './migrate.ts';
import { refuseWeakPooler } from './pooler.ts';
import { isPooled } from './servers.ts';
import { keepServiceRole } from './service-role.ts';
import { keepSessionLimits } from './session-limits.ts';

const limits = { statement: 8000, lock: 5000, idleInTransaction: 20_000 };
let database: TestDatabase;
let serviceUrl: string;
beforeAll(async () => {
  database = await createTestDatabase();
  serviceUrl = await keepServiceRole(database.url, 'a key that only tests use');
  await keepSessionLimits(serviceUrl, limits);
});
afterAll(() => database.drop());

async function pooled(pooling: Omit<Pooling, 'serverUrl'> & { serverUrl?: string }): Promise<string> {
  const pooler = await startOldPooler({ serverUrl: serviceUrl, ...pooling });
  onTestFinished(() => pooler.close());
  return pooler.url;
}

test.each([
  ['the server itself', async () => serviceUrl, false],
  ['a pooler', () => pooled({ by: 'transaction' }), true],
])('%s is known for what it is', async (_, address, expected) => {
  const client = await connect(await address());
  expect(await isPooled(client)).toBe(expected);
  await client.end();
});

test.each([
  ['the server itself', async () => serviceUrl],
  ['a pooler that leaves each client its session', () => pooled({ by: 'session' })],
])('%s is accepted for the service', async (_, address) => {
  await expect(refuseWeakPooler(await address(), limits)).resolves.toBeUndefined();
});

test('a pooler that shares sessions and forgets which statements are prepared in them is refused', async () => {
  await expect(refuseWeakPooler(await pooled({ by: 'transaction' }), limits)).rejects.toThrow(
    'Setting DATABASE_URL: the pooler in between shares sessions without keeping track of prepared statements',
  );
});

test('a pooler that signs in as somebody else is refused, and both are named', async () => {
  const url = await pooled({ by: 'session', serverUrl: database.url });
  const asService = Object.assign(new URL(url), { username: 'the_service' }).href;
  await expect(refuseWeakPooler(asService, limits)).rejects.toThrow(
    'signs in as postgres and not as the_service',
  );
});

test.each([
  ['another role', 'SET ROLE xyxlx_app', 'somebody has set role'],
  ['another search path', 'SET search_path = pgboss', 'somebody has set search_path'],
  ['no time limit', 'SET statement_timeout = 0', 'somebody has set statement_timeout'],
])('a pooler whose sessions were left with %s is refused', async (_, setUp, words) => {
  await expect(refuseWeakPooler(await pooled({ by: 'session', setUp }), limits)).rejects.toThrow(words);
});

test.each([
  ['TimeZone', `SET TimeZone = 'Asia/Shanghai'`, limits],
  ['statement_timeout', undefined, { ...limits, statement: 7000 }],
  ['lock_timeout', undefined, { ...limits, lock: 4000 }],
  ['idle_in_transaction_session_timeout', undefined, { ...limits, idleInTransaction: 1000 }],
])('a pooler whose sessions have another %s than the role is refused', async (name, setUp, wanted) => {
  const url = await pooled({ by: 'session', ...(setUp && { setUp }) });
  await expect(refuseWeakPooler(url, wanted)).rejects.toThrow(
    `began before the role's settings were changed (${name}): RECONNECT it`,
  );
});

test('a session of a pooler’s in which the role’s settings were changed is not handed out again', async () => {
  const url = await pooled({ by: 'transaction' });
  const client = await connect(url);
  const pidOf = async (of: typeof client) => (await of.query('SELECT pg_backend_pid() AS pid')).rows[0].pid;
  const before = await pidOf(client);
  await client.end();
  await keepSessionLimits(url, limits);
  const unchanged = await connect(url);
  expect(await pidOf(unchanged)).toBe(before);
  await unchanged.end();

  onTestFinished(() => keepSessionLimits(serviceUrl, limits));
  await keepSessionLimits(url, { ...limits, statement: 9000 });
  const after = await connect(url);
  const { rows } = await after.query('SHOW statement_timeout');
  expect(rows[0].statement_timeout).toBe('9s');
  await after.end();
});

test('the owner’s address through a pooler that shares sessions is refused, through one that does not it migrates', async () => {
  const shared = await pooled({ by: 'transaction', serverUrl: database.url });
  await expect(migrate(shared)).rejects.toThrow(
    /shares sessions.*: set DATABASE_ADMIN_URL to the address of the server itself\.$/,
  );
  expect(await migrate(await pooled({ by: 'session', serverUrl: database.url }))).toEqual([]);
});
