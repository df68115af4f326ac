import { connect } from '@xyxlx/database/connect';
import type pg from 'pg';
import { afterAll, beforeAll, test } from 'vitest';
import {
  addressesOf,
  createTestDatabase,
  type TestDatabase,
} from '../../../../../tests/support/test-database.ts';
import {
  refused as refusedTo,
  type Statement,
  tried as triedBy,
} from '../../../../../tests/support/tried-by-sql.ts';

let database: TestDatabase;
let service: pg.Client;
const uuid = () => crypto.randomUUID();
const [tenant, otherTenant, company, merchant, institution] = [uuid(), uuid(), uuid(), uuid(), uuid()];
const [maker, checker] = [uuid(), uuid()];
const people = [uuid(), uuid()] as const;
const accounts = [uuid(), uuid()] as const;
const sha = 'a'.repeat(64);

beforeAll(async () => {
  database = await createTestDatabase();
  const owner = await connect(database.url);
  await owner.query(`INSERT INTO tenants (id, code, name) VALUES ($1, 't', 't'), ($2, 'o', 'o')`, [
    tenant,
    otherTenant,
  ]);
  await owner.query(`INSERT INTO companies (id, tenant_id, name) VALUES ($1, $2, 'a')`, [company, tenant]);
  await owner.query(
    `INSERT INTO merchants (id, tenant_id, merchant_no, name, short_name, credit_code, contact_name, contact_mobile, mcc, region,
       settlement_bank, settlement_account, state)
     VALUES ($1, $2, 'M1', 'm', 'm', '91310000MA1K00001X', 'c', '13800000000', '5812', 'r', 'b', '1', 'ACTIVE')`,
    [merchant, tenant],
  );
  for (const [n, id] of people.entries()) {
    await owner.query(
      `INSERT INTO employees (id, tenant_id, merchant_id, employee_no, name, mobile, state, hired_on)
       VALUES ($1, $2, $3, $4, $4, $4, 'ACTIVE', '2026-01-01')`,
      [id, tenant, merchant, `E${n}`],
    );
    await owner.query(
      `INSERT INTO limit_accounts (id, tenant_id, merchant_id, employee_id, company_id, total, available, locked)
       VALUES ($1, $2, $3, $4, $5, 15000, 10000, 5000)`,
      [accounts[n], tenant, merchant, id, company],
    );
  }
  await owner.query(
    `INSERT INTO institutions (id, tenant_id, code, name) VALUES ($1, $2, 'ZD00000001', '午餐')`,
    [institution, tenant],
  );
  await owner.end();
  service = await connect((await addressesOf(database)).service);
});
afterAll(async () => {
  await service.end();
  await database.drop();
});

// As the service's role.
const tried = (...statements: Statement[]) => triedBy(service, ...statements);
const refused = (rule: RegExp, ...statements: Statement[]) => refusedTo(service, rule, ...statements);

/** An INSERT of what is usual with what is given. */
function insert(table: string, usual: object, given: object): Statement {
  const row = { tenant_id: tenant, ...usual, ...given };
  const columns = Object.keys(row);
  const places = columns.map((_, n) => `$${n + 1}`);
  return [`INSERT INTO ${table} (${columns}) VALUES (${places})`, Object.values(row)];
}

const [batch, plan, lot] = [uuid(), uuid(), uuid()];
const newBatch = (given: object = {}) =>
  insert(
    'issue_batches',
    {
      id: batch,
      merchant_id: merchant,
      batch_no: 'B-000001',
      name: '福利',
      kind: 'MANUAL',
      effective_on: '2026-11-20',
      input_sha256: sha,
      state: 'RUNNING',
      reason: '需要',
      total: 2,
      amount: 2000,
    },
    given,
  );
const newRow = (given: object = {}) =>
  insert(
    'issue_rows',
    {
      batch_id: batch,
      row_no: 1,
      employee_id: people[0],
      employee_no: 'E0',
      employee_name: 'E0',
      amount: 1000,
    },
    given,
  );
const newLot = (given: object = {}) =>
  insert(
    'limit_lots',
    { id: lot, account_id: accounts[0], batch_id: batch, row_no: 1, amount: 1000, available: 1000 },
    given,
  );
const begun = [newBatch(), newRow()];
const issued: Statement[] = [...begun, newLot()];
const newPlan = (given: object = {}) =>
  insert(
    'issue_plans',
    { id: plan, merchant_id: merchant, code: 'FP00000001', name: '餐补', type: 'DAILY' },
    given,
  );
const version = uuid();
const newVersion = (given: object = {}) =>
  insert(
    'issue_plan_versions',
    { id: version, plan_id: plan, no: 1, definition: '{}', sha256: sha, created_by_id: maker },
    given,
  );
const planned: Statement[] = [newPlan(), newVersion()];
const ofPlan = { kind: 'RUN', plan_id: plan, plan_version: 1, run_on: '2026-11-20', period: '2026-11-20' };
const newLink = (given: object = {}) =>
  insert(
    'limit_adjustments',
    {
      merchant_id: merchant,
      employee_id: people[0],
      account_id: accounts[0],
      company_id: company,
      seq: 1,
      type: 'INCREASE',
      source: 'BATCH',
      before: 0,
      delta: 1000,
      after: 1000,
      reason: 'r',
      lot_id: lot,
    },
    given,
  );
const payment = uuid();
const newSpend = (given: object = {}): Statement[] => [
  insert(
    'consumption_records',
    {
      id: payment,
      merchant_id: merchant,
      company_id: company,
      employee_id: people[0],
      payee_merchant_id: merchant,
      payment_no: 'P1',
      type: 'CONSUME',
      state: 'SUCCESS',
      amount: 600,
      enterprise: 600,
      personal: 0,
      category: 'MEAL',
      channel: 'ALIPAY',
      paid_at: '2026-11-20T04:00:00Z',
    },
    {},
  ),
  insert('lot_spends', { consumption_id: payment, lot_id: lot, seq: 1, amount: 600 }, given),
];

test('what is issued as it should be stands', async () => {
  const done: Statement = [`UPDATE issue_rows SET state = 'DONE', lot_id = $1`, [lot]];
  await tried(...issued, done, newLink(), ...newSpend(), 'UPDATE lot_spends SET returned = 600');
  await tried(
    ...planned,
    newBatch(ofPlan),
    newRow({ plan_id: plan, period: '2026-11-20' }),
    newBatch({ ...ofPlan, id: uuid(), batch_no: 'B-000002', kind: 'JOINER' }),
  );
});

test('a batch number is used once, a plan’s day once a kind, and a run has a plan', async () => {
  const second = { id: uuid(), batch_no: 'B-000002' };
  await refused(/issue_batches_tenant_id_batch_no_key/, newBatch(), newBatch({ id: uuid() }));
  await refused(
    /issue_batches_tenant_id_plan_id_run_on_kind_key/,
    ...planned,
    newBatch(ofPlan),
    newBatch({ ...ofPlan, ...second }),
  );
  await refused(/issue_batches_of_a_plan/, newBatch({ kind: 'RUN' }));
  await refused(/issue_batches_of_a_plan/, newBatch({ kind: 'JOINER', run_on: '2026-11-20', period: 'p' }));
  await refused(/issue_batches_of_a_plan/, ...planned, newBatch({ plan_id: plan, plan_version: 1 }));
  await refused(/issue_batches_tenant_id_plan_id_plan_version_fkey/, newPlan(), newBatch(ofPlan));
});

test('a batch has no more rows done and failed than rows, and takes no more back than it issued', async () => {
  await tried(newBatch({ done: 1, failed: 1, done_amount: 2000, taken_back_amount: 2000 }));
  await refused(/issue_batches_counts/, newBatch({ done: 2, failed: 1 }));
  await refused(/issue_batches_amounts/, newBatch({ done_amount: 2001 }));
  await refused(/issue_batches_amounts/, newBatch({ done_amount: 1000, taken_back_amount: 1001 }));
  await refused(/issue_batches_days/, newBatch({ last_day: '2026-11-19' }));
});

test('a person is in a batch once, and in a period of a plan once', async () => {
  await refused(/issue_rows_tenant_id_employee_id_batch_id_key/, ...begun, newRow({ row_no: 2 }));
  const period = { plan_id: plan, period: '2026-11-20' };
  const other = uuid();
  await refused(
    /issue_rows_tenant_id_employee_id_plan_id_period_key/,
    ...planned,
    newBatch(ofPlan),
    newRow(period),
    newBatch({ ...ofPlan, id: other, batch_no: 'B-000002', kind: 'JOINER' }),
    newRow({ ...period, batch_id: other }),
  );
  await refused(/issue_rows_of_a_plan/, ...planned, newBatch(ofPlan), newRow({ plan_id: plan }));
});

test('no row issues less than nothing, and one that was issued has its lot for good', async () => {
  await refused(/issue_rows_amount/, newBatch(), newRow({ amount: -1 }));
  await refused(/issue_rows_amount/, newBatch(), newRow({ taken_back: 1001 }));
  await refused(/issue_rows_issued/, newBatch(), newRow({ state: 'DONE' }));
  await refused(/issue_rows_issued/, ...issued, [`UPDATE issue_rows SET lot_id = $1`, [lot]]);
  const done: Statement = [`UPDATE issue_rows SET state = 'DONE', lot_id = $1`, [lot]];
  await refused(/refuse_other_issued/, ...issued, done, `UPDATE issue_rows SET amount = 1001`);
  await refused(
    /refuse_other_issued/,
    ...issued,
    done,
    `UPDATE issue_rows SET state = 'READY', lot_id = NULL`,
  );
  await refused(/issue_rows_of_somebody/, newBatch(), newRow({ employee_id: null }));
});

test('a row has one lot, and another one only when the first has moved', async () => {
  await refused(/limit_lots_one_a_row/, ...issued, newLot({ id: uuid() }));
  await tried(
    ...issued,
    `UPDATE limit_lots SET available = 0, recovered = 1000, ended_at = now(), end_reason = 'MOVED'`,
    newLot({ id: uuid() }),
  );
});

test('a lot’s parts are never below zero and come to its amount', async () => {
  await refused(/limit_lots_adds_up/, ...begun, newLot({ available: 999 }));
  await refused(/limit_lots_adds_up/, ...begun, newLot({ amount: 0, available: 0 }));
  for (const part of ['locked', 'used', 'recovered', 'voided']) {
    await refused(/limit_lots_not_negative/, ...begun, newLot({ available: 1001, [part]: -1 }));
  }
  await refused(/limit_lots_not_negative/, ...begun, newLot({ available: -1, used: 1001 }));
});

test('a lot ends once, with nothing left to spend, and stays as it was issued', async () => {
  const ended = `UPDATE limit_lots SET available = 0, recovered = 1000, ended_at = '2026-11-21', end_reason = 'EXPIRED'`;
  await refused(
    /limit_lots_ended/,
    ...issued,
    `UPDATE limit_lots SET ended_at = now(), end_reason = 'EXPIRED'`,
  );
  await refused(
    /limit_lots_ended/,
    ...issued,
    `UPDATE limit_lots SET available = 0, used = 1000, ended_at = now()`,
  );
  await refused(/limit_lots_ended/, ...issued, ended, `UPDATE limit_lots SET recovered = 999, available = 1`);
  await refused(
    /refuse_other_lot/,
    ...issued,
    ended,
    `UPDATE limit_lots SET ended_at = NULL, end_reason = NULL`,
  );
  await refused(/refuse_other_lot/, ...issued, `UPDATE limit_lots SET expires_at = now()`);
  await refused(/refuse_other_lot/, ...issued, `UPDATE limit_lots SET amount = 1001, available = 1001`);
  await refused(/refuse_other_lot/, ...issued, [`UPDATE limit_lots SET account_id = $1`, [accounts[1]]]);
});

test('lots are never more than the account has, available and locked', async () => {
  const set = (columns: string): Statement => [
    `UPDATE limit_accounts SET ${columns} WHERE id = $1`,
    [accounts[0]],
  ];
  await tried(set('lot_available = 10000, lot_locked = 5000'));
  await refused(/limit_accounts_lots/, set('lot_available = 10001'));
  await refused(/limit_accounts_lots/, set('lot_locked = 5001'));
  await refused(/limit_accounts_lots/, set('lot_available = -1'));
  // Code that knows no lots can't eat into them.
  await refused(
    /limit_accounts_lots/,
    set('lot_available = 4000'),
    set('available = available - 6001, used = used + 6001'),
  );
});

test('a payment takes from a lot once, and no more comes back than was taken', async () => {
  const [, spend] = newSpend();
  await refused(
    /lot_spends_pkey|lot_spends_tenant_id_consumption_id_seq_key/,
    ...issued,
    ...newSpend(),
    spend as Statement,
  );
  await refused(/lot_spends_amounts/, ...issued, ...newSpend({ amount: 0 }));
  await refused(/lot_spends_amounts/, ...issued, ...newSpend({ returned: 601 }));
  const back = 'UPDATE lot_spends SET returned = 500';
  await refused(/refuse_other_spend/, ...issued, ...newSpend(), back, 'UPDATE lot_spends SET returned = 499');
  await refused(/refuse_other_spend/, ...issued, ...newSpend(), 'UPDATE lot_spends SET amount = 601');
});

test('a lot has the links of its issue, its recovery and its void, and none else', async () => {
  const second = { seq: 2, before: 1000, after: 2000 };
  await refused(/limit_adjustments_issued_once/, ...issued, newLink(), newLink(second));
  for (const wrong of [
    { source: 'SINGLE', type: 'INCREASE' },
    { source: 'BATCH', type: 'RECOVER', delta: -1000, after: -1000 },
    { source: 'BATCH', type: 'DECREASE', delta: -1000, after: -1000 },
    { source: 'SYSTEM', type: 'FREEZE', delta: -1000, after: -1000 },
  ]) {
    await refused(/limit_adjustments_of_a_lot/, ...issued, newLink(wrong));
  }
  const first = uuid();
  await tried(
    ...issued,
    newLink({ id: first }),
    newLink({ seq: 2, type: 'DECREASE', undoes_id: first, before: 1000, delta: -1000, after: 0 }),
    newLink({ seq: 3, type: 'RECOVER', source: 'SYSTEM', before: 0, delta: -10, after: -10 }),
  );
});

test('a plan’s code is used once, its name once among those that live', async () => {
  await refused(/issue_plans_tenant_id_code_key/, newPlan(), newPlan({ id: uuid(), name: '另一个' }));
  await refused(/issue_plans_live_names/, newPlan(), newPlan({ id: uuid(), code: 'FP00000002' }));
  await tried(newPlan({ state: 'ARCHIVED' }), newPlan({ id: uuid(), code: 'FP00000002' }));
  await refused(/issue_plans_code/, newPlan({ code: 'ZD00000001' }));
});

test('a version of a plan changes in its draft alone, and is published once, by another’s approval', async () => {
  const submit = `UPDATE issue_plan_versions SET state = 'SUBMITTED'`;
  const approval = uuid();
  const approved = (by = checker): Statement =>
    insert(
      'approvals',
      {
        id: approval,
        subject_type: 'issuePlan',
        subject_id: plan,
        subject_label: 'FP00000001',
        maker_id: maker,
        maker_name: 'm',
        maker_ids: [maker],
        checker_id: by,
        checker_name: 'c',
        state: 'APPROVED',
        decided_at: '2026-11-20T00:00:00Z',
      },
      {},
    );
  const publish: Statement = [
    `UPDATE issue_plan_versions SET state = 'PUBLISHED', published_at = now(), approval_id = $1 WHERE no = 1`,
    [approval],
  ];
  await tried(
    ...planned,
    `UPDATE issue_plan_versions SET definition = '{"a":1}'`,
    submit,
    approved(),
    publish,
  );
  await refused(/keep_version/, ...planned, submit, `UPDATE issue_plan_versions SET definition = '{"a":1}'`);
  await refused(/keep_version/, ...planned, submit, publish);
  await refused(/keep_version/, ...planned, submit, `DELETE FROM issue_plan_versions`);
  await refused(/keep_version/, newPlan(), newVersion({ state: 'SUBMITTED' }));
  await refused(
    /issue_plan_versions_one_published/,
    ...planned,
    submit,
    approved(),
    publish,
    newVersion({ id: uuid(), no: 2 }),
    `UPDATE issue_plan_versions SET state = 'SUBMITTED' WHERE no = 2`,
    [
      `UPDATE issue_plan_versions SET state = 'PUBLISHED', published_at = now(), approval_id = $1 WHERE no = 2`,
      [approval],
    ],
  );
});

test('nobody is born tomorrow', async () => {
  const born = (day: string) => `UPDATE employees SET birthday = ${day}`;
  await tried(born(`(now() AT TIME ZONE 'Asia/Shanghai')::date`));
  await refused(/employees_birthday/, born(`(now() AT TIME ZONE 'Asia/Shanghai')::date + 1`));
});

test('a day is in the calendar once, in a tenant’s and in the national one', async () => {
  const day = (kind: string) => insert('work_days', { day: '2027-01-01', name: '元旦' }, { kind });
  await refused(/work_days_pkey/, day('OFF'), day('WORK'));
  const national = `INSERT INTO national_days (day, kind, name) VALUES ('2027-01-01', 'OFF', '元旦')`;
  await refused(/national_days_pkey/, national, national);
});

test('the service removes no batch, plan, lot or spend', async () => {
  for (const table of ['issue_batches', 'issue_plans', 'limit_lots', 'lot_spends']) {
    await refused(/permission denied/, `DELETE FROM ${table}`);
  }
});

test('a lot is of its own tenant’s row, account and 制度', async () => {
  await refused(/fkey/, ...begun, newLot({ tenant_id: otherTenant }));
  await refused(/fkey/, ...begun, newLot({ institution_id: uuid() }));
  await tried(...begun, newLot({ institution_id: institution }));
  await refused(/fkey/, newBatch({ tenant_id: otherTenant }));
});
