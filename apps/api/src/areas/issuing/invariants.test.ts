import { connect } from '@xyxlx/database/connect';
import { tenantId } from '@xyxlx/database/seed/tenants';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type IssueDesk, openIssueDesk } from '../../../../../tests/support/issue-desk.ts';
import { dailyPlan } from '../../../../../tests/support/issue-plans.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { plenty, setThreshold } from '../../../../../tests/support/thresholds.ts';
import { dayBefore, shanghaiDay } from '../../platform/time/shanghai.ts';
import { issueInvariants } from './invariants.ts';

let api: TestApi;
let desk: IssueDesk;
let owner: pg.Client;
let planId: string;
const tenant = tenantId('A');

beforeAll(async () => {
  api = await startTestApi();
  desk = await openIssueDesk(api);
  await setThreshold(api, 'limitIssue', plenty);
  const done = await desk.draft();
  await desk.step('submitIssue', done.id);
  await desk.reached(done.id, 'DONE', 'PARTLY_DONE');
  const tomorrow = dayBefore(shanghaiDay(api.clock.businessNow()), -1);
  const waits = await desk.draft({ effectiveOn: tomorrow });
  expect((await desk.step('submitIssue', waits.id)).body.result.state).toBe('SCHEDULED');
  const plan = await api.deps.database.prisma.issuePlan.create({
    data: {
      ...{ tenantId: tenant, merchantId: desk.merchantId, code: 'FP90000001', name: '核对', type: 'DAILY' },
      versions: { create: { no: 1, definition: dailyPlan, sha256: '0'.repeat(64) } },
    },
  });
  planId = plan.id;
  owner = await connect(api.databaseUrl);
});
afterAll(async () => {
  await owner.end();
  await api.close();
});

const done = `tenant_id = $1 AND state IN ('DONE', 'PARTLY_DONE')`;
const aRow = `tenant_id = $1 AND lot_id IS NOT NULL AND row_no = (SELECT min(row_no) FROM issue_rows WHERE tenant_id = $1 AND lot_id IS NOT NULL)`;

test.each([
  [
    'issueRowsOnce',
    'an issued row without its lot',
    `DELETE FROM limit_lots WHERE tenant_id = $1 AND id = (SELECT lot_id FROM issue_rows WHERE ${aRow} LIMIT 1)`,
  ],
  [
    'issueRowsOnce',
    'a lot of a row that was not issued',
    `UPDATE issue_rows SET state = 'READY', lot_id = NULL WHERE ${aRow}`,
  ],
  ['issueRowsOnce', 'a lot of another amount', `UPDATE issue_rows SET amount = amount + 1 WHERE ${aRow}`],
  [
    'issueRowsOnce',
    'an adjustment of another amount',
    `UPDATE limit_adjustments SET delta = delta + 1, after = after + 1 WHERE tenant_id = $1 AND lot_id IS NOT NULL`,
  ],
  [
    'batchIsItsFlows',
    'a batch that counts one row more',
    `UPDATE issue_batches SET done = done + 1, total = total + 1 WHERE ${done}`,
  ],
  [
    'batchIsItsFlows',
    'a batch that counts a fen less',
    `UPDATE issue_batches SET done_amount = done_amount - 1 WHERE ${done}`,
  ],
  [
    'batchIsItsFlows',
    'a flow of a fen more',
    `UPDATE fund_flows SET delta = delta - 1 WHERE tenant_id = $1 AND source_type = 'issueBatch' AND delta < 0`,
  ],
  [
    'batchIsItsFlows',
    'a row taken back without its flow',
    `UPDATE issue_rows SET taken_back = 1 WHERE ${aRow}`,
  ],
  [
    'heldIsUndone',
    'a batch that waits and holds nothing',
    `UPDATE fund_holds SET state = 'RELEASED' WHERE tenant_id = $1 AND source_type = 'issueBatch' AND state = 'HELD'`,
  ],
  [
    'heldIsUndone',
    'a batch that holds a fen more',
    `UPDATE fund_holds SET amount = amount + 1 WHERE tenant_id = $1 AND source_type = 'issueBatch' AND state = 'HELD'`,
  ],
  [
    'heldIsUndone',
    'a batch that has ended and still holds',
    `UPDATE issue_batches SET state = 'FAILED' WHERE tenant_id = $1 AND state = 'SCHEDULED'`,
  ],
])('%s finds %s', async (name, _what, breaking) => {
  await findsOnlyWhen(name, breaking);
});

test('issuedOncePerPeriod finds somebody who got a period twice', async () => {
  await findsOnlyWhen(
    'issuedOncePerPeriod',
    `UPDATE issue_rows SET plan_id = '${planId}', period = '2026-11' WHERE tenant_id = $1 AND employee_id = '${desk.people[0]?.id}'`,
    'DROP INDEX issue_rows_tenant_id_employee_id_plan_id_period_key',
  );
});

/** Nothing is found before, and something once it is broken, past all rules of the database. */
async function findsOnlyWhen(name: string, breaking: string, first = ''): Promise<void> {
  const { violations } = issueInvariants.find((one) => one.name === name) ?? {};
  const found = async () => (await owner.query(violations as string, [tenant])).rows;
  expect(await found()).toEqual([]);
  await owner.query(`BEGIN; SET LOCAL session_replication_role = 'replica'; ${first}`);
  try {
    const { rowCount } = await owner.query(breaking, [tenant]);
    expect(rowCount).toBeGreaterThan(0);
    expect(await found()).not.toEqual([]);
  } finally {
    await owner.query('ROLLBACK');
  }
}
