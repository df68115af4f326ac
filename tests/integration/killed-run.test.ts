import { connect } from '@xyxlx/database/connect';
import { tenantId } from '@xyxlx/database/seed/tenants';
import { expect, test } from 'vitest';
import { chunkSize } from '../../apps/api/src/areas/issuing/run-issue.ts';
import { shanghaiDay } from '../../apps/api/src/platform/time/shanghai.ts';
import { bigMerchant } from '../support/big-merchant.ts';
import { killAtRow, startWorker } from '../support/kill-at-row.ts';
import { startTestApi, withoutJobs } from '../support/test-api.ts';

/** Others prove more: each kill makes the run begin its 20,000 rows anew, which takes 3 to 10 s; KILLED_RUN_KILLS=20 is asked by hand. */
const people = Number(process.env.KILLED_RUN_ROWS ?? 20_000);
const kills = Number(process.env.KILLED_RUN_KILLS ?? 4);
const seed = Number(process.env.KILLED_RUN_SEED ?? 14);

const tenant = tenantId('A');

/** What a run writes of each person: the first where it finds out whom it is for, the others where it issues. */
const writes = [
  ['issue_rows', 'INSERT', 'employee_id'],
  ['limit_lots', 'INSERT', 'account_id'],
  ['limit_accounts', 'UPDATE', 'employee_id'],
  ['limit_adjustments', 'INSERT', 'employee_id'],
  ['issue_rows', 'UPDATE', 'employee_id'],
  ['ledger_postings', 'INSERT', 'employee_id'],
] as const;

/** Numbers from 0 to below 1, the same ones for the same beginning. */
function* numbersFrom(begin: number): Generator<number, never> {
  for (let state = begin; ; ) {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    yield state / 2 ** 32;
  }
}

test(`a run for ${people.toLocaleString('en')} people, killed at ${kills} random rows of it: one lot a person and period, funds and ledger exact`, {
  timeout: 120_000 + kills * 30_000,
}, async ({ onTestFinished }) => {
  const api = await startTestApi({ override: withoutJobs });
  const owner = await connect(api.databaseUrl);
  onTestFinished(async () => {
    await owner.end();
    await api.close();
  });
  const sql = { query: (text: string, values: unknown[] = []) => owner.query(text, values) };
  const one = async (text: string, values: unknown[] = []) => (await owner.query(text, values)).rows[0];
  const merchantId = await bigMerchant({ sql, one }, people, 'issuePlan');
  const [maker, checker] = [await api.signIn('13800000002'), await api.signIn('13800000003')];
  const act = async (path: string, input: object, token = maker) => {
    const { body } = await api.call(path, input, token);
    expect(body).toMatchObject({ code: 200 });
    return body.result;
  };
  const { id: planId, version } = await act('autoIssue/addPlan', {
    ...{ merchantId, name: '年度福利', target: { by: 'ALL' }, amount: { by: 'SAME', amount: 3_000 } },
    ...{ schedule: { type: 'DAILY' }, accumulation: { kind: 'KEEP', ends: { by: 'NEVER' } } },
    validFrom: '2026-01-01',
  });
  await act('autoIssue/submitPlan', { id: planId, version, reason: '福利' });
  const { id: approvalId } = await one(
    `SELECT id FROM approvals WHERE subject_type = 'issuePlan' AND subject_id = $1`,
    [planId],
  );
  await act('approval/approve', { id: approvalId }, checker);
  const fund = () =>
    one(
      `SELECT f.balance::float8 AS balance, f.frozen::float8 AS frozen FROM fund_accounts f JOIN merchants m ON m.company_id = f.company_id
       WHERE m.id = $1 AND f.kind = 'ENTERPRISE'`,
      [merchantId],
    );
  const before = await fund();
  const runOn = shanghaiDay(new Date(Date.now() - 24 * 60 * 60 * 1000));
  const { id, jobId } = await act('autoIssue/reissueExecution', { planId, runOn, reason: '补发' });
  const run = () => one('SELECT state, total, done, failed FROM issue_batches WHERE id = $1', [id]);
  /** Has the job done by another process, which says how it ended. */
  const worker = () => startWorker('job-worker.ts', api.databaseUrl, tenant, jobId);

  // In the order of the run's rows; the last one is beyond those that commit together, so that most have theirs when it comes.
  const { rows: whom } = await sql.query(
    `SELECT e.id AS employee_id, a.id AS account_id FROM employees e JOIN limit_accounts a ON a.employee_id = e.id
     WHERE e.merchant_id = $1 AND e.state = 'ACTIVE' ORDER BY e.employee_no`,
    [merchantId],
  );
  const numbers = numbersFrom(seed);
  const pick = (below: number) => Math.floor(numbers.next().value * below);
  const places = Array.from({ length: kills - 1 }, () => pick(people)).sort((a, b) => a - b);
  for (const [kill, place] of [...places, whom.length - 1].entries()) {
    const write = kill === 0 ? writes[0] : writes[1 + pick(writes.length - 1)];
    const [table, on, column] = write as (typeof writes)[number];
    await killAtRow(owner, { table, on, when: `NEW.${column} = '${whom[place][column]}'` }, worker);
    const { state, done } = await run();
    // Nothing of the rows that commit together, all of those before them.
    expect({ state, done }).toEqual({
      ...{ state: kill === 0 ? 'SCHEDULED' : 'RUNNING', done: Math.floor(place / chunkSize) * chunkSize },
    });
  }

  // Redelivered to two at once, and once more after its end.
  const both = [worker(), worker()];
  expect(await Promise.all(both.map(({ ended }) => ended))).toEqual([0, 0]);
  const { state, total, done, failed } = await run();
  expect(['DONE', 'PARTLY_DONE']).toContain(state);
  expect([done, done + failed]).toEqual([whom.length, total]);
  expect(await worker().ended).toBe(0);
  expect(await run()).toEqual({ state, total, done, failed });

  const amount = done * 3_000;
  expect(
    await one(
      `SELECT count(*)::int AS lots, count(DISTINCT o.account_id)::int AS accounts, count(DISTINCT (r.employee_id, r.period))::int AS keys,
         sum(o.available)::float8 AS available
       FROM limit_lots o JOIN issue_rows r ON r.lot_id = o.id WHERE o.batch_id = $1`,
      [id],
    ),
  ).toEqual({ lots: done, accounts: done, keys: done, available: amount });
  expect(await fund()).toEqual({ balance: before.balance - amount, frozen: before.frozen });
  expect(
    await one(
      `SELECT count(*)::int AS postings, count(DISTINCT p.employee_id)::int AS employees, sum(p.amount)::float8 AS amount
       FROM ledger_postings p JOIN limit_adjustments a ON a.id = p.source_id AND p.source_type = 'limitAdjustment'
       WHERE a.batch_id = $1 AND p.kind = 'LIMIT_ISSUE' AND p.debit_role = 'FUND' AND p.credit_role = 'LIMIT'`,
      [id],
    ),
  ).toEqual({ postings: done, employees: done, amount });
  const { list } = await act('dev/invariants', {});
  // What the test gave the funds by hand is not in the books.
  const byHand = ['postingsOnce', 'controlledAccountsMirror'];
  expect(list.filter(({ ok, name }: { ok: boolean; name: string }) => !ok && !byHand.includes(name))).toEqual(
    [],
  );
});
