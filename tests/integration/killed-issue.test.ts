import { demoPassword } from '@xyxlx/database/seed/accounts';
import { expect, test } from 'vitest';
import { bigMerchant } from '../support/big-merchant.ts';
import { eventually } from '../support/eventually.ts';
import { ask, killableServices } from '../support/killable-services.ts';

// One of the chunks that commit together, and some: the kill leaves some issued and some not. `KILLED_ISSUE_ROWS=100000` proves the whole size.
const people = Number(process.env.KILLED_ISSUE_ROWS ?? 21_000);

const { sql, one, start } = killableServices();

const batch = (id: string) =>
  one(
    `SELECT state, done, failed, total, version, done_amount::float8 AS amount, taken_back_amount::float8 AS back FROM issue_batches WHERE id = $1`,
    [id],
  );
const reached = (id: string, state: string) =>
  eventually(async () => expect((await batch(id)).state).toBe(state), { timeout: 60_000 });
/** What follows ten seconds of silence, which killed-service.test.ts waits for, is waited for here no second time. */
const forgetHeartbeats = () =>
  sql.query(
    `UPDATE pgboss.job SET heartbeat_on = heartbeat_on - interval '10 seconds' WHERE name = 'jobs' AND state = 'active'`,
  );

test(`killed while it issues ${people.toLocaleString('en')} rows, and while it voids them: another replica goes on, every row exactly once`, {
  timeout: 300_000,
}, async () => {
  const merchantId = await bigMerchant({ sql, one }, people, 'limitIssue');
  await sql.query(
    `INSERT INTO approval_thresholds (tenant_id, subject_type, amount, day_amount, count, day_count)
     SELECT tenant_id, 'limitIssueVoid', amount, day_amount, count, day_count FROM approval_thresholds WHERE subject_type = 'limitIssue'`,
  );
  const first = await start();
  const { token } = await ask(first, 'userAccount/login', { mobile: '13800000002', password: demoPassword });
  const { batchId: id } = await ask(
    first,
    'creditLimit/addIssue',
    {
      ...{ merchantId, name: '年度福利', reason: '年度福利', target: { by: 'ALL' } },
      amount: { by: 'SAME', amount: 3_000 },
    },
    token,
  );
  await reached(id, 'DRAFT');
  const { version, total } = await batch(id);

  const second = await start();
  // Frozen while the job is given out: so it is the first that has it.
  second.process.kill('SIGSTOP');
  await ask(first, 'creditLimit/submitIssue', { id, version }, token);
  await eventually(async () => expect((await batch(id)).done).toBeGreaterThan(0), {
    timeout: 60_000,
    longest: 5,
  });
  first.process.kill('SIGKILL');
  second.process.kill('SIGCONT');
  await first.ended;
  const { state, done } = await batch(id);
  expect({ state, isMiddle: done > 0 && done < people }).toEqual({ state: 'RUNNING', isMiddle: true });
  await forgetHeartbeats();
  await eventually(async () => expect((await batch(id)).state).not.toBe('RUNNING'), { timeout: 60_000 });
  const issued = await batch(id);
  expect(issued.done + issued.failed).toBe(total);
  expect(issued.done).toBeGreaterThanOrEqual(people);
  expect(
    await one(
      `SELECT count(*)::int AS lots, count(DISTINCT account_id)::int AS accounts, sum(available)::float8 AS available FROM limit_lots WHERE batch_id = $1`,
      [id],
    ),
  ).toEqual({ lots: issued.done, accounts: issued.done, available: issued.done * 3_000 });
  expect(
    await one(`SELECT count(*)::int AS held FROM fund_holds WHERE source_id = $1 AND state = 'HELD'`, [id]),
  ).toEqual({ held: 0 });

  const given = { id, version: issued.version, reason: '发错' };
  expect(await ask(second, 'creditLimit/voidIssue', given, token)).toMatchObject({
    jobId: expect.any(String),
  });
  await eventually(async () => expect((await batch(id)).back).toBeGreaterThan(0), {
    timeout: 60_000,
    longest: 5,
  });
  second.process.kill('SIGKILL');
  await second.ended;
  expect((await batch(id)).state).toBe('VOIDING');
  await forgetHeartbeats();
  const third = await start();
  await reached(id, 'VOIDED');
  expect(await batch(id)).toMatchObject({ amount: issued.amount, back: issued.amount });
  expect(
    await one(
      `SELECT count(*)::int AS links, count(DISTINCT lot_id)::int AS lots FROM limit_adjustments WHERE batch_id = $1 AND type = 'DECREASE'`,
      [id],
    ),
  ).toEqual({ links: issued.done, lots: issued.done });
  const { list } = await ask(third, 'dev/invariants', {});
  // What the test gave the funds by hand is not in the books.
  const byHand = ['postingsOnce', 'controlledAccountsMirror'];
  expect(list.filter(({ ok, name }: { ok: boolean; name: string }) => !ok && !byHand.includes(name))).toEqual(
    [],
  );
});
