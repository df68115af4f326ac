import { demoPassword } from '@xyxlx/database/seed/accounts';
import { beforeEach, expect, test } from 'vitest';
import { bigMerchant } from '../support/big-merchant.ts';
import { eventually } from '../support/eventually.ts';
import { ask, killableServices } from '../support/killable-services.ts';
import type { ServiceProcess } from '../support/service-process.ts';

// Three of the chunks that commit together: the kill leaves some done and some undone. `KILLED_BATCH_ROWS=100000` proves the whole size.
const people = Number(process.env.KILLED_BATCH_ROWS ?? 30_000);

const { sql, one, start, waiting } = killableServices();

let merchantId: string;
beforeEach(async () => {
  merchantId = await bigMerchant({ sql, one }, people, 'limitBatch');
});

const batch = (id: string) =>
  one('SELECT state::text, done, failed, changed, version, job_id FROM limit_batches WHERE id = $1', [id]);
const reached = (id: string, state: string) =>
  eventually(async () => expect((await batch(id)).state).toBe(state), { timeout: 60_000 });

/** A checked batch over all of the merchant's people, with a new limit in fen for each. */
async function readyBatch(
  service: ServiceProcess,
  token: string,
  fenOf: (index: number) => number,
): Promise<string> {
  const lines = Array.from({ length: people }, (_, index) => `K${index + 1},${fenOf(index) / 100}\n`);
  const form = new FormData();
  form.set('merchantId', merchantId);
  form.set('reason', '年度福利');
  form.set('file', new Blob([`工号,调整后额度（元）\n${lines.join('')}`]), 'limits.csv');
  const { batchId } = await ask(service, 'billChange/uploadBatchBillLimit', form, token);
  await reached(batchId, 'READY');
  expect((await batch(batchId)).changed).toBe(people);
  return batchId;
}

test(`two replicas on one database, one killed in the middle of a batch of ${people.toLocaleString('en')} rows: every row exactly once`, {
  timeout: 300_000,
}, async () => {
  const first = await start();
  const { token } = await ask(first, 'userAccount/login', { mobile: '13800000002', password: demoPassword });
  const batchId = await readyBatch(first, token, (index) => 10_050 + (index % 7) * 100);
  const { version } = await batch(batchId);

  const second = await start();
  // Frozen while the job is given out: so it is the first that has it.
  second.process.kill('SIGSTOP');
  await ask(first, 'billChange/confirmBatch', { id: batchId, version }, token);
  await eventually(async () => expect((await batch(batchId)).done).toBeGreaterThan(0), {
    timeout: 60_000,
    longest: 5,
  });
  first.process.kill('SIGKILL');
  second.process.kill('SIGCONT');
  await first.ended;
  const { state, done } = await batch(batchId);
  expect({ state, isMiddle: done > 0 && done < people }).toEqual({ state: 'RUNNING', isMiddle: true });
  // What follows ten seconds of silence, which killed-service.test.ts waits for, is waited for here no second time.
  await sql.query(
    `UPDATE pgboss.job SET heartbeat_on = heartbeat_on - interval '10 seconds' WHERE name = 'jobs' AND state = 'active'`,
  );
  await reached(batchId, 'DONE');

  expect(await batch(batchId)).toMatchObject({ done: people, failed: 0 });
  expect(
    await one(
      `SELECT count(*)::int AS adjustments, count(DISTINCT employee_id)::int AS employees, sum(delta)::bigint AS total
       FROM limit_adjustments WHERE batch_id = $1`,
      [batchId],
    ),
  ).toEqual({
    adjustments: people,
    employees: people,
    total: String(
      Array.from({ length: people }, (_, index) => 10_050 + (index % 7) * 100).reduce((a, b) => a + b),
    ),
  });
  const { list } = await ask(second, 'dev/invariants', {});
  // What the test gave the funds by hand is not in the books.
  const byHand = ['postingsOnce', 'controlledAccountsMirror'];
  expect(list.filter(({ ok, name }: { ok: boolean; name: string }) => !ok && !byHand.includes(name))).toEqual(
    [],
  );
});

test('cancelled at work: what is done stays done, the rest goes on when it is resumed, every row exactly once', {
  timeout: 300_000,
}, async () => {
  const service = await start();
  const { token } = await ask(service, 'userAccount/login', {
    mobile: '13800000002',
    password: demoPassword,
  });
  const batchId = await readyBatch(service, token, (index) => 20_000 + index);
  const { version } = await batch(batchId);
  // Somebody of the first chunk is held, so that the job is at work there when it is cancelled.
  await sql.query('BEGIN');
  await sql.query(
    `SELECT FROM limit_accounts a JOIN employees e ON e.id = a.employee_id WHERE e.employee_no = 'K5000' FOR UPDATE OF a`,
  );
  await ask(service, 'billChange/confirmBatch', { id: batchId, version }, token);
  await waiting('FROM limit_batch_rows r JOIN limit_accounts');
  const cancelled = ask(service, 'job/cancelJob', { id: (await batch(batchId)).job_id }, token);
  await waiting('SET cancel_requested_at');
  await sql.query('COMMIT');
  await cancelled;
  await reached(batchId, 'STOPPED');
  const stopped = await batch(batchId);
  expect(stopped.done).toBeGreaterThan(0);
  expect(stopped.done).toBeLessThan(people);
  await ask(service, 'billChange/resumeBatch', { id: batchId, version: stopped.version }, token);
  await reached(batchId, 'DONE');
  expect(await batch(batchId)).toMatchObject({ done: people, failed: 0 });
  expect(
    await one(
      `SELECT count(*)::int AS adjustments, count(DISTINCT employee_id)::int AS employees
       FROM limit_adjustments WHERE batch_id = $1`,
      [batchId],
    ),
  ).toEqual({ adjustments: people, employees: people });
});
