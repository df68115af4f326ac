import { connect } from '@xyxlx/database/connect';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { type ServiceProcess, startService } from '../support/service-process.ts';
import { call } from './support/client.ts';
import { signIn } from './support/replicas.ts';
import { type ServerPair, startServerPair } from './support/server-pair.ts';

let pair: ServerPair;
let service: ServiceProcess;
let copy: pg.Client;
let token: string;
let employeeId: string;
beforeAll(async () => {
  pair = await startServerPair();
  service = await startService(pair.url, { DATABASE_READ_URL: pair.standbyUrl });
  copy = new pg.Client({ connectionString: pair.standbyUrl });
  copy.on('error', () => undefined);
  await copy.connect();
  token = await signIn(service, '13800000001');
  const { result } = await ask('employee/queryEmployee', { state: ['ACTIVE'], pageSize: 1 });
  employeeId = result.list[0].id;
  await eventually(async () => expect(await metric('database_copy_used')).toBe(1));
}, 120_000);
afterAll(async () => {
  service.process.kill('SIGKILL');
  await service.ended;
  await copy.end();
  await pair.close();
}, 60_000);

const ask = (path: string, body: object) => call(service.url, path, body, token);

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
}

/** Asks until the copy was seen at work for it, which its other questions may hide. */
async function isAskedOfCopy(
  question: () => Promise<number>,
  { timeout = 15_000, like = '%' } = {},
): Promise<void> {
  await eventually(
    async () => {
      const {
        rows: [before],
      } = await copy.query('SELECT clock_timestamp()::text AS at');
      expect(await question()).toBe(200);
      const { rows } = await copy.query(
        `SELECT query FROM pg_stat_activity WHERE usename = 'xyxlx_service' AND query_start > $1::timestamptz
         AND query NOT LIKE '%pg_is_in_recovery%' AND query <> 'SELECT 1' AND query LIKE $2`,
        [before.at, like],
      );
      expect(rows.length).toBeGreaterThan(0);
    },
    { timeout },
  );
}

/** Writes something, and answers how the operation log, which is read from the copy, calls its newest entry then. */
async function writtenAndRead(reason: string): Promise<string> {
  const made = await ask('limit/adjustLimit', { employeeId, type: 'INCREASE', amount: 1, reason });
  expect(made.code).toBe(200);
  const { result } = await ask('operationLog/queryOperationLog', { pageSize: 1 });
  const { result: entry } = await ask('operationLog/getOperationLog', { id: result.list[0].id });
  return entry.reason;
}

test.each([
  ['bills', 'bill/queryBill', {}],
  ['their sums', 'bill/sumBill', {}],
  ['the log', 'operationLog/queryOperationLog', {}],
  ['the search', 'search/findRecord', { q: '员工' }],
  ['the home page', 'home/getHome', {}],
])('%s may be a moment old, and are read from the copy', (_, path, body) =>
  isAskedOfCopy(async () => (await ask(path, body)).code),
);

test('the rows of an export, and not their number alone, are read from the copy', () =>
  isAskedOfCopy(
    async () => {
      const answer = await fetch(`${service.url}/xyxlx/employee/exportEmployee?format=csv`, {
        headers: { Authorization: token },
      });
      expect((await answer.text()).split('\n').length).toBeGreaterThan(10);
      return answer.status;
    },
    // The end of the transaction that the rows are copied in; to count them is none.
    { like: 'COMMIT' },
  ));

test('what decides over a change is not: a list of limits is read from the primary', async () => {
  await expect(
    isAskedOfCopy(async () => (await ask('employee/queryEmployee', { pageSize: 5 })).code, { timeout: 3000 }),
  ).rejects.toThrow();
});

test('a caller sees what they have just written, whether the copy follows or stands still', async () => {
  for (let n = 0; n < 20; n += 1) expect(await writtenAndRead(`写后即读 ${n}`)).toBe(`写后即读 ${n}`);
  await copy.query('SELECT pg_wal_replay_pause()');
  try {
    for (let n = 0; n < 5; n += 1) expect(await writtenAndRead(`停止回放 ${n}`)).toBe(`停止回放 ${n}`);
  } finally {
    await copy.query('SELECT pg_wal_replay_resume()');
  }
});

test('a copy more than ten seconds behind is not used, and the metrics say so, until it has caught up', async () => {
  await copy.query('SELECT pg_wal_replay_pause()');
  try {
    await writtenAndRead('落后的副本');
    await eventually(async () => expect(await metric('database_copy_used')).toBe(0), { timeout: 30_000 });
    expect(await metric('database_copy_lag_seconds')).toBeGreaterThan(10);
  } finally {
    await copy.query('SELECT pg_wal_replay_resume()');
  }
  await eventually(async () => expect(await metric('database_copy_used')).toBe(1));
  expect(await metric('database_copy_lag_seconds')).toBeLessThan(10);
});

test('a copy that is gone takes nothing with it: every read is answered by the primary', async () => {
  const owner = await connect(pair.url);
  // Nothing waits for the standby's part in commits any more.
  await owner.query(`ALTER SYSTEM SET synchronous_standby_names = ''`);
  await owner.end();
  pair.standby.process.kill('SIGKILL');
  const codes = await Promise.all(
    Array.from({ length: 20 }, async () => (await ask('bill/queryBill', { pageSize: 5 })).code),
  );
  expect(new Set(codes)).toEqual(new Set([200]));
  await eventually(async () => expect(await metric('database_copy_used')).toBe(0));
  expect((await ask('bill/queryBill', { pageSize: 5 })).code).toBe(200);
});
