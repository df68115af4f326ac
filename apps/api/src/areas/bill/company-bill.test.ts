import { randomUUID } from 'node:crypto';
import { connect } from '@xyxlx/database/connect';
import { idOf } from '@xyxlx/database/seed/random';
import { companyId, tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it, test } from 'vitest';
import { csvLines } from '../../../../../tests/support/csv-lines.ts';
import { expectInvariants } from '../../../../../tests/support/invariants.ts';
import { openBatchDesk } from '../../../../../tests/support/limit-batches.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { plenty, setThreshold } from '../../../../../tests/support/thresholds.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { type Leg, writeFlows } from '../../platform/fund/fund.ts';
import { boundsOfMonth, shanghaiMonth } from '../../platform/time/shanghai.ts';
import { limitInvariants } from '../limit/invariants.ts';
import { recompute } from './figures.sql.ts';
import { billInvariants } from './invariants.ts';
import { openBills } from './open-bills.ts';

let api: TestApi;
let maker: string;
let owner: pg.Client;
const tenantId = tenantIdOf('A');
const [head, company, other] = [0, 1, 2].map((index) => companyId('A', index)) as [string, string, string];
/** Two merchants of the company with employees, the people of the first by their ids. */
let merchants: [string, string];
let people: string[];

beforeAll(async () => {
  api = await startTestApi();
  maker = await api.signIn('13800000002');
  owner = await connect(api.databaseUrl);
  const many = { ...plenty, count: 1_000, dayCount: 1_000 };
  for (const kind of ['limitAdjustment', 'consumptionRefund']) await setThreshold(api, kind, plenty);
  await setThreshold(api, 'limitBatch', many);
  const found = await api.deps.database.prisma.merchant.findMany({
    where: { tenantId, companyId: company, state: 'ACTIVE' },
    include: { employees: { where: { state: 'ACTIVE' }, orderBy: { id: 'asc' } } },
    orderBy: { id: 'asc' },
  });
  const [first, second] = found.filter(({ employees }) => employees.length > 2);
  if (!first || !second) throw new Error('The company has too few merchants with employees');
  merchants = [first.id, second.id];
  people = first.employees.map(({ id }) => id);
});
afterAll(async () => {
  await owner.end();
  await api.close();
});

async function done(path: string, input: object, token = maker) {
  const { body } = await api.call(path, input, token);
  expect(body).toMatchObject({ code: 200 });
  return body.result;
}

async function billOf(owned: { companyId: string } | { merchantId: string }, period: string) {
  const { list } = await done('bill/queryBill', { ...owned, periodFrom: period, periodTo: period });
  expect(list).toHaveLength(1);
  return list[0];
}

/** What the bill says of each merchant, in fen. */
async function linesOf(billId: string): Promise<Map<string, [number, number]>> {
  const { list, total } = await done('bill/queryBillLine', { billId, pageSize: 200 });
  expect(list).toHaveLength(total);
  return new Map(
    list.map((line: { merchant: { id: string }; issuedAmount: number; recoveredAmount: number }) => [
      line.merchant.id,
      [line.issuedAmount, line.recoveredAmount],
    ]),
  );
}

const adjust = (employeeId: string, type: string, amount: number) =>
  done('limit/adjustLimit', { employeeId, type, amount, reason: 't' });

/** Moves accounts without what would have asked for it. */
function flow(...legs: Pick<Leg, 'account' | 'companyId' | 'flow' | 'delta'>[]): Promise<void> {
  const event = {
    tenantId,
    sourceId: randomUUID(),
    remark: '=1+1',
    pairId: legs.length > 1 ? randomUUID() : null,
  };
  return inTransaction(api.deps.database, (tx) =>
    writeFlows(
      tx,
      legs.map((leg) => ({ ...event, ...leg })),
      { sourceType: 'test', by: '测试', now: api.clock.businessNow() },
    ),
  );
}

/** Flows here have no rows that they follow from. */
const byHand = ['postingsOnce', 'controlledAccountsMirror'];
const funds = { account: 'ENTERPRISE', companyId: company } as const;

it('each kind of movement of the fund stands in its column, each merchant in a line, and the closing is the balance', async () => {
  const period = shanghaiMonth(api.clock.businessNow());
  const before = await billOf({ companyId: company }, period);
  const linesBefore = await linesOf(before.id);
  const merchantBefore = await billOf({ merchantId: merchants[0] }, period);
  const [given, ended, moved] = people as [string, string, string];

  await flow({ ...funds, flow: 'TOP_UP', delta: 500_000 });
  await adjust(given, 'INCREASE', 9_000);
  await adjust(given, 'DECREASE', 1_000);
  await adjust(given, 'RECOVER', 2_000);
  // One chunk of a batch gives to one and takes from another.
  const desk = await openBatchDesk(api, merchants[1]);
  const [heading, ...rows] = await desk.sheet();
  const [up, down] = rows.filter((row) => row[3] === '已激活' && Number(row[7]) > 100);
  if (!heading || !up || !down) throw new Error('The merchant has nobody with a limit');
  const { body } = await desk.upload([
    heading,
    up.with(7, (Number(up[7]) + 10).toFixed(2)),
    down.with(7, (Number(down[7]) - 5).toFixed(2)),
  ]);
  const { id, version } = await desk.settled(body.result.batchId);
  await done('billChange/confirmBatch', { id, version });
  expect(await desk.settled(id)).toMatchObject({ state: 'DONE', done: 2 });
  // What is refunded to a limit that has ended goes on to the fund, and to that which paid where the limit is of another now.
  for (const [employeeId, ends] of [
    [ended, `expires_at = now() - interval '1 second'`],
    [moved, `company_id = '${other}'`],
  ] as const) {
    await adjust(employeeId, 'INCREASE', 400);
    const payment = await done('dev/pay', { employeeId, amount: 400 });
    const { availableLimit, lockedLimit } = await done('employee/getEmployee', { id: employeeId });
    if (lockedLimit > 0) await adjust(employeeId, 'UNFREEZE', lockedLimit);
    if (availableLimit + lockedLimit > 0) {
      await adjust(employeeId, 'RECOVER', availableLimit + lockedLimit);
      await adjust(given, 'INCREASE', availableLimit + lockedLimit);
    }
    await owner.query(`UPDATE limit_accounts SET ${ends} WHERE employee_id = $1`, [employeeId]);
    await done('consumption/refundConsumption', { id: payment.id, amount: 400, reason: '退货' });
  }
  await owner.query('UPDATE limit_accounts SET company_id = $2 WHERE employee_id = $1', [moved, company]);
  await flow(
    { ...funds, flow: 'TRANSFER_OUT', delta: -700 },
    { ...funds, companyId: head, flow: 'TRANSFER_IN', delta: 700 },
  );
  await flow(
    { ...funds, companyId: head, flow: 'TRANSFER_OUT', delta: -300 },
    { ...funds, flow: 'TRANSFER_IN', delta: 300 },
  );
  await flow({ ...funds, flow: 'FEE', delta: -40 }, { ...funds, account: 'FEE', flow: 'FEE', delta: 40 });

  const bill = await done('bill/getBill', { id: before.id });
  const grown = (name: string) => bill[name] - before[name];
  const merchantNow = await billOf({ merchantId: merchants[0] }, period);
  const linesNow = await linesOf(bill.id);
  const [issued, recovered] = [0, 1].map(
    (n) => (linesNow.get(merchants[0])?.[n] ?? 0) - (linesBefore.get(merchants[0])?.[n] ?? 0),
  ) as [number, number];
  // What was taken from two people to end their limits went to a third.
  const shifted = issued - 9_000 - 800;
  expect(recovered).toBe(3_000 + 800 + shifted);
  expect(merchantNow.issuedAmount - merchantBefore.issuedAmount).toBe(issued);
  expect(merchantNow.recoveredAmount - merchantBefore.recoveredAmount).toBe(recovered);
  const batchLine = linesNow.get(merchants[1]);
  expect([0, 1].map((n) => (batchLine?.[n] ?? 0) - (linesBefore.get(merchants[1])?.[n] ?? 0))).toEqual([
    1_000, 500,
  ]);
  expect({
    topUp: grown('topUpAmount'),
    issued: grown('issuedAmount'),
    recovered: grown('recoveredAmount'),
    transferIn: grown('transferInAmount'),
    transferOut: grown('transferOutAmount'),
    fee: grown('feeAmount'),
    none: [bill.consumedAmount, bill.refundedAmount, bill.cardInAmount, bill.cardOutAmount],
  }).toEqual({
    topUp: 500_000,
    issued: issued + 1_000,
    recovered: recovered + 500,
    transferIn: 300,
    transferOut: 700,
    fee: 40,
    none: [0, 0, 0, 0],
  });
  const fund = await api.deps.database.prisma.fundAccount.findUniqueOrThrow({
    where: { tenantId_companyId_kind: { tenantId, companyId: company, kind: 'ENTERPRISE' } },
  });
  expect(bill.closingBalance).toBe(Number(fund.balance));
  await expectInvariants(api, byHand);
});

it('a withdrawal goes out as a transfer does, an adjustment by its sign', async () => {
  const bill = await billOf({ companyId: company }, shanghaiMonth(api.clock.businessNow()));
  const grown: Record<string, number> = {};
  const through = { platformAccountId: idOf('platformAccount/A/0'), externalNo: 'HZ00009000' };
  const event = { tenantId, remark: 't', pairId: null, ...through };
  // What asks for them is not there, so they are not kept.
  const undone = inTransaction(api.deps.database, async (tx) => {
    const before = await recompute(tx, { tenantId, id: bill.id });
    await writeFlows(
      tx,
      (
        [
          ['WITHDRAW', -60],
          ['ADJUST', 11],
          ['ADJUST', -5],
        ] as const
      ).map(([kind, delta]) => ({ ...event, ...funds, flow: kind, delta, sourceId: randomUUID() })),
      { sourceType: 'test', by: '测试', now: api.clock.businessNow() },
    );
    const after = Object.entries(await recompute(tx, { tenantId, id: bill.id }));
    for (const [name, amount] of after) {
      const more = amount - before[name as keyof typeof before];
      if (more !== 0) grown[name] = more;
    }
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(grown).toEqual({ transferIn: 11, transferOut: 65, closing: -54 });
});

it('files of companies’ bills have their own columns, and no cell that a spreadsheet program would run', async () => {
  const period = shanghaiMonth(api.clock.businessNow());
  const bill = await billOf({ companyId: company }, period);
  const filter = { kind: 'COMPANY', companyId: company, periodFrom: period, periodTo: period, format: 'csv' };
  const [heading, row] = csvLines((await api.call('bill/exportBill', filter, maker)).text);
  const money = '期初余额 充值 回收 转入 卡转入 发放 手续费 转出 卡支出 期末余额';
  expect(heading).toEqual([
    '账单号',
    '公司',
    '账期',
    ...money.split(' ').map((name) => `${name}（元）`),
    '状态',
    '出账时间',
    '确认时间',
  ]);
  expect(row?.at(12)).toBe((bill.closingBalance / 100).toFixed(2));
  const entries = csvLines(
    (await api.call('bill/exportBillEntry', { billId: bill.id, format: 'csv' }, maker)).text,
  );
  const { list } = await done('bill/queryBillEntry', { billId: bill.id, pageSize: 200 });
  const flows = await api.deps.database.prisma.fundFlow.findMany({
    where: { id: { in: list.map(({ id }: { id: string }) => id) } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
  expect(list.map(({ source }: { source: object }) => source)).toEqual(
    flows.map(({ sourceType, sourceId }) => ({ type: sourceType, id: sourceId })),
  );
  expect(entries).toHaveLength(list.length + 1);
  expect(entries.filter((cells) => cells[4] === "'=1+1").map((cells) => cells[1])).toEqual(
    expect.arrayContaining(['充值', '转出', '转入', '手续费']),
  );
  const lines = csvLines(
    (await api.call('bill/exportBillLine', { billId: bill.id, format: 'csv' }, maker)).text,
  );
  expect(lines.length).toBe((await linesOf(bill.id)).size + 1);
});

it('a month that is over is issued with its lines, confirmed by another and settled, and the next one begins with its closing', async () => {
  const period = shanghaiMonth(api.clock.businessNow());
  api.clock.setBusinessOffset(boundsOfMonth(period).to.getTime() + 60_000 - Date.now());
  maker = await api.signIn('13800000002');
  await openBills(api.deps);
  const open = await billOf({ companyId: company }, period);
  const lines = await linesOf(open.id);
  expect(lines.size).toBeGreaterThan(1);
  const step = { id: open.id, version: open.version };
  const issued = await done('bill/issueBill', step);
  expect(issued).toMatchObject({ state: 'ISSUED', balanced: true, closingBalance: open.closingBalance });
  const { prisma } = api.deps.database;
  const { id: approvalId } = await prisma.approval.findFirstOrThrow({ where: { subjectId: open.id } });
  const link = `/layout/bill?tab=company&open=${open.id}`;
  expect(await done('approval/getApproval', { id: approvalId })).toMatchObject({ link });
  expect(await prisma.notification.count({ where: { kind: 'approval.pending', link } })).toBeGreaterThan(0);
  expect(await linesOf(open.id)).toEqual(lines);
  const { rows } = await owner.query(
    'SELECT count(*)::int AS count, sum(issued)::int AS issued, sum(back)::int AS back FROM bill_lines WHERE bill_id = $1',
    [open.id],
  );
  expect(rows).toEqual([{ count: lines.size, issued: issued.issuedAmount, back: issued.recoveredAmount }]);
  const { list } = await done('bill/queryBillLine', { billId: open.id, pageSize: 200 });
  const own = await billOf({ merchantId: merchants[0] }, period);
  expect(list).toContainEqual(expect.objectContaining({ merchantBillId: own.id }));

  // A movement that the bill knows nothing of.
  const late = async (delta: number) => {
    await owner.query(`SET session_replication_role = 'replica'`);
    await owner.query(
      `UPDATE bills SET transfer_in = transfer_in + $2, transfer_out = transfer_out + $2 WHERE id = $1`,
      [open.id, delta],
    );
    await owner.query(`SET session_replication_role = 'origin'`);
  };
  const checker = await api.signIn('13800000003');
  const first = { id: open.id, version: issued.version };
  const disputed = await done('bill/disputeBill', { ...first, reason: '手续费有疑问' }, checker);
  expect(await prisma.notification.count({ where: { kind: 'approval.reject', link } })).toBe(1);
  expect(await linesOf(open.id)).toEqual(lines);
  const said = { id: open.id, version: disputed.version, text: '按合同第 4 条' };
  const answered = await done('bill/answerBill', said);
  const again = await done('bill/issueBill', { id: open.id, version: answered.version });
  expect(await linesOf(open.id)).toEqual(lines);
  const next = { id: open.id, version: again.version };
  await late(1);
  expect((await done('bill/getBill', { id: open.id })).balanced).toBe(false);
  expect((await api.call('bill/confirmBill', next, checker)).body.msg).toBe('账单与流水不一致，请重新出账');
  await late(-1);
  const confirmed = await done('bill/confirmBill', next, checker);
  expect(confirmed).toMatchObject({ state: 'CONFIRMED', confirmedBy: '财务复核' });
  const settled = await done('bill/settleBill', { id: open.id, version: confirmed.version }, checker);
  expect(settled.state).toBe('SETTLED');
  const following = await billOf({ companyId: company }, shanghaiMonth(api.clock.businessNow()));
  expect(following).toMatchObject({ state: 'OPEN', openingBalance: open.closingBalance });
  expect(following.billNo).toMatch(/^G\d{14}$/);
  await expectInvariants(api, byHand);
});

it('bills of companies that have none begin with the month in which their money first moved', async () => {
  await owner.query('BEGIN');
  const periods = async () => {
    const { rows } = await api.deps.database.pool.query<{ period: string }>(
      'SELECT period FROM bills WHERE tenant_id = $1 AND company_id = $2 ORDER BY 1',
      [tenantId, other],
    );
    return rows.map(({ period }) => period);
  };
  const before = await periods();
  await owner.query(`SET LOCAL session_replication_role = 'replica'`);
  await owner.query(`DELETE FROM bills WHERE company_id = $1`, [other]);
  await owner.query('COMMIT');
  expect(await periods()).toEqual([]);
  const [first] = (
    await owner.query<{ period: string }>(
      `SELECT to_char(min(occurred_at) AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM') AS period FROM company_ledger WHERE company_id = $1`,
      [other],
    )
  ).rows;
  await openBills(api.deps);
  expect(await periods()).toEqual(before.filter((period) => period >= (first?.period ?? '')));
  expect(before.length).toBeGreaterThan(2);
});

test.each([
  ['a merchant’s bill with a top-up', `top_up = 1, closing = closing + 1`, 'MERCHANT', 'bills_add_up'],
  [
    'a company’s bill with a refund to limits',
    `refunded = 1, closing = closing + 1`,
    'COMPANY',
    'bills_add_up',
  ],
  ['a closing that is not the sum', 'card_in = card_in + 1', 'COMPANY', 'bills_add_up'],
  ['a bill of both', 'company_id = (SELECT id FROM companies LIMIT 1)', 'MERCHANT', 'bills_owner'],
  [
    'a bill without lines to what it issued',
    `issued = issued + 1, closing = closing - 1, state = 'ISSUED'`,
    'COMPANY',
    'refuse_untied_bill',
  ],
])('the database refuses %s', async (_, change, kind, refusal) => {
  const statement = owner.query(
    `UPDATE bills SET ${change} WHERE id = (SELECT id FROM bills WHERE kind = $1 AND state = 'SETTLED' ORDER BY id LIMIT 1)`,
    [kind],
  );
  await expect(statement).rejects.toThrow(refusal);
});

test('the database refuses a second bill of a company and month', async () => {
  const again = owner.query(
    `INSERT INTO bills (tenant_id, kind, company_id, bill_no, period)
     SELECT tenant_id, kind, company_id, 'G-again', period FROM bills WHERE kind = 'COMPANY' LIMIT 1`,
  );
  await expect(again).rejects.toThrow('bills_tenant_id_company_id_period_key');
});

const settledBill = (kind: string) =>
  `id = (SELECT id FROM bills WHERE kind = '${kind}' AND state = 'SETTLED' AND tenant_id = '${tenantId}' AND issued > 0 ORDER BY id LIMIT 1)`;
const both = (one: string, another: string) => `${one} = ${one} + 1, ${another} = ${another} + 1`;

test.each([
  ['ledgerIsLimits', 'limit_accounts', both('available', 'total'), 'available > 0'],
  ['billsAreFunds', 'bills', both('top_up', 'fee'), settledBill('COMPANY')],
  ['billsAreFunds', 'bills', both('transfer_in', 'transfer_out'), settledBill('COMPANY')],
  ['billsAreFunds', 'bills', both('card_in', 'card_out'), settledBill('COMPANY')],
  ['billsAreFunds', 'bills', both('opening', 'closing'), settledBill('COMPANY')],
  ['billsAreFunds', 'bills', both('issued', 'consumed'), settledBill('MERCHANT')],
  ['billsAreFunds', 'bills', both('refunded', 'recovered'), settledBill('MERCHANT')],
  ['billLinesTie', 'bill_lines', both('issued', 'back'), `tenant_id = '${tenantId}'`],
  [
    'billLinesTie',
    'limit_adjustments',
    `company_id = '${other}'`,
    `company_id = '${company}' AND type = 'INCREASE'`,
  ],
  ['billLinesTie', 'bills', both('issued', 'consumed'), settledBill('MERCHANT')],
])('%s finds what is wrong in %s: %s', async (name, table, change, where) => {
  const invariant = [...limitInvariants, ...billInvariants].find((one) => one.name === name);
  const violations = String(invariant?.violations);
  const found = async () => (await owner.query(violations, [tenantId])).rowCount;
  expect(await found()).toBe(0);
  await owner.query('BEGIN');
  await owner.query(`SET LOCAL session_replication_role = 'replica'`);
  if (table === 'bills') await owner.query('ALTER TABLE bills DROP CONSTRAINT bills_add_up');
  const { rowCount } = await owner.query(`UPDATE ${table} SET ${change} WHERE tenant_id = $1 AND ${where}`, [
    tenantId,
  ]);
  expect(rowCount).toBeGreaterThan(0);
  expect(await found()).toBeGreaterThan(0);
  await owner.query('ROLLBACK');
});
