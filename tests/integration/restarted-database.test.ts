import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '@xyxlx/database/connect';
import { type EmbeddedPostgres, embeddedHome, startEmbeddedPostgres } from '@xyxlx/database/embedded/start';
import { migrate } from '@xyxlx/database/migrate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedAndPost } from '../../apps/api/src/embed.ts';
import { eventually } from '../support/eventually.ts';
import { jwtSecret } from '../support/service-process.ts';
import { startTestApiOn, type TestApi } from '../support/test-api.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'xyxlx-restart-'));
let postgres: EmbeddedPostgres;
let api: TestApi;

beforeAll(async () => {
  postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined, durable: false });
  await migrate(postgres.url);
  await seedAndPost(postgres.url, 'small', [jwtSecret]);
  api = await startTestApiOn(postgres.url, { settings: { DATA_DIR: dataDir } });
});
afterAll(async () => {
  await api.close();
  await postgres.stop();
  rmSync(dataDir, { recursive: true });
});

/** Breaks all connections and ends the server; its guard starts it again. */
function restart(): void {
  const [pid] = readFileSync(join(embeddedHome(dataDir), 'cluster/postmaster.pid'), 'utf8').split('\n');
  process.kill(Number(pid), 'SIGINT');
}

test('database restarted mid-request: 503 with Retry-After and the request id; the same key retried is 1×; ready again ≤ 30 s without a restart of the API', async () => {
  const token = await api.signIn('13800000002');
  const { body: employees } = await api.call(
    'employee/queryEmployee',
    { state: ['ACTIVE'], pageSize: 1 },
    token,
  );
  const [{ id: employeeId, totalLimit }] = employees.result.list;
  const key = { 'Idempotency-Key': crypto.randomUUID() };
  const increase = () =>
    api.call('limit/adjustLimit', { employeeId, type: 'INCREASE', amount: 100, reason: '测试' }, token, key);

  const [holder, watching] = await Promise.all([connect(postgres.url), connect(postgres.url)]);
  for (const connection of [holder, watching]) connection.on('error', () => undefined);
  await holder.query('BEGIN; LOCK TABLE limit_adjustments');
  const first = increase().then((answer) => answer);
  // Scheduled work may wait for the table as well.
  const isIncreasing = `SELECT FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE relation = 'limit_adjustments'::regclass AND NOT granted AND query LIKE '%UPDATE limit_accounts %'`;
  await eventually(async () => expect((await watching.query(isIncreasing)).rowCount).toBe(1));
  restart();
  const { status, body, headers } = await first;
  expect([status, body.code, headers['retry-after']]).toEqual([503, 503, '1']);
  expect(body.msg).toBe(`请求失败，请稍后重试 (${headers['x-request-id']})`);

  const ready = async () => (await fetch(`${api.url}/readyz`)).status;
  await expect.poll(ready, { timeout: 30_000 }).toBe(200);
  const retried = await increase();
  expect(retried.body.code).toBe(200);
  expect((await increase()).text).toBe(retried.text);
  const after = await api.call('employee/getEmployee', { id: employeeId }, token);
  expect(after.body.result.totalLimit).toBe(totalLimit + 100);
});
