import { connect } from '@xyxlx/database/connect';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectInvariants } from '../../../../tests/support/invariants.ts';
import { issueLots } from '../../../../tests/support/lots.ts';
import { operator } from '../../../../tests/support/operator.ts';
import { payerOfPolicies, policyForm, publishPolicy } from '../../../../tests/support/policies.ts';
import { startTestApi, type TestApi } from '../../../../tests/support/test-api.ts';
import { consumptionInvariants } from './consumption/invariants.ts';
import { fundInvariants } from './fund/invariants.ts';
import { controlledAccountsMirror } from './fund/mirror-invariant.ts';
import { limitInvariants } from './limit/invariants.ts';
import { merchantInvariants } from './merchant/invariants.ts';
import { ruleInvariants } from './rule/invariants.ts';

const invariants = [
  ...ruleInvariants,
  ...consumptionInvariants,
  ...fundInvariants,
  ...limitInvariants,
  ...merchantInvariants,
  controlledAccountsMirror,
];

let api: TestApi;
let owner: pg.Client;
let tenantId: string;

beforeAll(async () => {
  api = await startTestApi();
  owner = await connect(api.databaseUrl);
  const permissions = ['rule.view', 'rule.edit', 'consumption.view', 'fund.view', 'fund.transfer'];
  const { token: maker } = await operator(api, '各项经办', { permissions });
  const checker = await api.signIn('13800000003');
  const employee = await payerOfPolicies(api);
  tenantId = employee.tenantId;
  await publishPolicy(api, { maker, checker }, policyForm(employee.employeeId));
  const done = async (path: string, input: object) => {
    const { body } = await api.call(path, input, maker);
    expect([path, body.code, body.msg]).toEqual([path, 200, '']);
    return body.result;
  };
  await issueLots(api, employee.employeeId, [{ amount: 400 }, { amount: 500, lastDay: '2099-12-31' }]);
  await done('dev/pay', { employeeId: employee.employeeId, amount: 1_000 });
  const [from, to] = (await done('fund/queryAccount', { kind: ['ENTERPRISE'] })).list;
  await done('fund/addTransfer', { fromId: from.id, toId: to.id, amount: 100, reason: '调拨' });
  await expectInvariants(api);
});
afterAll(async () => {
  await owner.end();
  await api.close();
});

const otherCompany = `(SELECT id FROM companies c WHERE c.tenant_id = limit_accounts.tenant_id AND c.id <> limit_accounts.company_id LIMIT 1)`;

test.each([
  ['onePublishedVersion', 'institution_versions', `state = 'RETIRED'`, `state = 'PUBLISHED'`],
  [
    'decidedPayments',
    'payment_decisions',
    'allowed = allowed + 1, asked = asked + 1',
    'version_id IS NOT NULL',
  ],
  ['usageIsPayments', 'rule_usages', 'amount = amount + 1', 'TRUE'],
  ['usageIsPayments', 'rule_usages', 'count = count + 1', 'TRUE'],
  ['fundIsItsFlows', 'fund_accounts', 'balance = balance + 1', `kind = 'ENTERPRISE'`],
  ['fundPairsBalance', 'fund_flows', 'delta = delta + 1', 'pair_id IS NOT NULL AND delta > 0'],
  ['fundPairsBalance', 'fund_flows', 'pair_id = NULL', `kind = 'LIMIT_ISSUE'`],
  ['frozenIsHolds', 'fund_holds', 'amount = amount + 1', `state = 'HELD'`],
  ['frozenIsHolds', 'fund_accounts', 'frozen = frozen - 1', 'frozen > 0'],
  ['reserveIsLimits', 'limit_accounts', 'locked = locked + 1, total = total + 1', 'TRUE'],
  ['linesCreditOnce', 'statement_lines', `state = 'CLAIMED'`, `state = 'UNCLAIMED'`],
  ['reconciliationsHold', 'reconciliations', 'came_in = came_in + 1', 'TRUE'],
  ['reconciliationsHold', 'reconciliation_breaks', `state = 'ADJUSTED'`, `state = 'OPEN'`],
  ['controlledAccountsMirror', 'fund_accounts', 'balance = balance + 1', `kind = 'ENTERPRISE'`],
  ['controlledAccountsMirror', 'fund_accounts', 'balance = balance + 1', `kind = 'SETTLEMENT'`],
  ['controlledAccountsMirror', 'limit_accounts', 'locked = locked + 1, total = total + 1', 'TRUE'],
  ['controlledAccountsMirror', 'ledger_postings', 'amount = amount + 1', `credit_role = 'UNCLAIMED'`],
  [
    'controlledAccountsMirror',
    'ledger_postings',
    `credit_role = 'SETTLEMENT_P'`,
    `credit_role = 'SETTLEMENT'`,
  ],
  ['daysHold', 'fund_day_closes', 'consumed = consumed + 1', 'TRUE'],
  ['daysHold', 'fund_day_closes', 'fee = fee + 1', 'fee_paid_at IS NOT NULL'],
  ['limitAddsUp', 'limit_accounts', 'recovered = recovered + 1', 'TRUE'],
  ['adjustmentChainUnbroken', 'limit_adjustments', 'delta = delta + 1', 'lot_id IS NOT NULL'],
  ['lotsAddUp', 'limit_lots', 'available = available + 1', 'TRUE'],
  ['lotsAddUp', 'limit_lots', 'voided = voided - 1, recovered = recovered + 1', 'TRUE'],
  ['lotsAddUp', 'limit_lots', 'used = used - 1, recovered = recovered + 1', 'used > 0'],
  ['lotsAddUp', 'lot_spends', 'returned = returned + 1', 'TRUE'],
  ['lotsAreTheAccount', 'limit_accounts', 'lot_available = lot_available + 1', 'TRUE'],
  ['lotsAreTheAccount', 'limit_accounts', 'lot_locked = lot_locked + 1', 'TRUE'],
  ['lotsAreTheAccount', 'limit_lots', 'locked = locked + 1', 'TRUE'],
  ['lotSpendsWithinPayment', 'lot_spends', 'amount = amount + 1000', 'TRUE'],
  ['lotSpendsWithinPayment', 'lot_spends', 'returned = returned + 1', 'TRUE'],
  [
    'lotSpendsWithinPayment',
    'consumption_records',
    `state = 'FAILED'`,
    `id IN (SELECT consumption_id FROM lot_spends)`,
  ],
  ['nothingSpentAfterEnd', 'limit_lots', `expires_at = now() - interval '1 day'`, 'used > 0'],
  ['nothingSpentAfterEnd', 'limit_lots', `ended_at = now() - interval '1 day'`, 'used > 0'],
  ['limitsFollowTheirMerchant', 'limit_accounts', `company_id = ${otherCompany}`, 'available > 0'],
])('%s finds what is wrong in %s: %s', async (name, table, change, where) => {
  const violations = String(invariants.find((one) => one.name === name)?.violations);
  await owner.query('BEGIN');
  // Whatever holds it in the database stands aside.
  await owner.query(`SET LOCAL session_replication_role = 'replica'`);
  const { rows } = await owner.query(
    `SELECT conname FROM pg_constraint WHERE conrelid = $1::regclass AND contype = 'c'`,
    [table],
  );
  for (const { conname } of rows) await owner.query(`ALTER TABLE ${table} DROP CONSTRAINT ${conname}`);
  const one = `ctid = (SELECT ctid FROM ${table} WHERE tenant_id = $1 AND ${where} LIMIT 1)`;
  const { rowCount } = await owner.query(`UPDATE ${table} SET ${change} WHERE ${one}`, [tenantId]);
  expect(rowCount).toBe(1);
  expect((await owner.query(violations, [tenantId])).rowCount).toBeGreaterThan(0);
  await owner.query('ROLLBACK');
});
