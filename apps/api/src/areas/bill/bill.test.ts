import { billStates } from '@xyxlx/contracts/bill';
import { connect } from '@xyxlx/database/connect';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { expectInvariants } from '../../../../../tests/support/invariants.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { shanghaiMonth } from '../../platform/time/shanghai.ts';
import { openBills } from './open-bills.ts';

let api: TestApi;
let maker: string;
beforeEach(async () => {
  api = await startTestApi();
  maker = await api.signIn('13800000002');
});
afterEach(() => api.close());

const hour = 60 * 60_000;
const counts = async () => {
  const { rows } = await api.deps.database.pool.query<{ period: string; bills: number }>(
    'SELECT period, count(*)::int AS bills FROM bills GROUP BY 1 ORDER BY 1',
  );
  return Object.fromEntries(rows.map(({ period, bills }) => [period, bills]));
};
/** Whoever gets a bill each month. */
const owners = async () => {
  const { rows } = await api.deps.database.pool.query<{ count: number }>(
    `SELECT ((SELECT count(*) FROM merchants WHERE state IN ('ACTIVE', 'DISABLED')) + (SELECT count(*) FROM companies))::int AS count`,
  );
  return rows[0]?.count;
};
/** What the business clock has to be ahead, to stand some hours past the first instant of the month `months` after the present one. */
function offsetTo(months: number, hours: number): number {
  const local = new Date(Date.now() + 8 * hour);
  const first = Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + months, 1) - 8 * hour;
  return first + hours * hour - Date.now();
}
function toMonth(months: number, hours: number): string {
  api.clock.setBusinessOffset(offsetTo(months, hours));
  return shanghaiMonth(api.clock.businessNow());
}

it('the bills of a new month are opened at midnight in Asia/Shanghai, once, whoever does it', async () => {
  toMonth(1, -1);
  await openBills(api.deps);
  const before = await counts();
  const next = toMonth(1, 0);
  expect(before[next]).toBeUndefined();
  await Promise.all([openBills(api.deps), openBills(api.deps), openBills(api.deps)]);
  await openBills(api.deps);
  expect(await counts()).toEqual({ ...before, [next]: await owners() });

  const { body } = await api.call('operationLog/queryOperationLog', { action: 'openBills' }, maker);
  expect(body.result.list[0]).toMatchObject({
    actor: { id: null, name: '系统' },
    actionLabel: { zh: '按月开账单' },
    target: { label: next },
  });
  await expectInvariants(api);
});

it('by their state bills stand in the order of a bill’s life', async () => {
  const { body } = await api.call(
    'bill/queryBill',
    { sort: { field: 'state', order: 'asc' }, pageSize: 100 },
    maker,
  );
  const found: string[] = body.result.list.map(({ state }: { state: string }) => state);
  const states = [...new Set(found)];
  expect(states.length).toBeGreaterThan(2);
  expect(states).toEqual(billStates.filter((state) => states.includes(state)));
});

it('months that were missed are opened too, by the service itself', async () => {
  const before = await counts();
  await api.call('dev/clock', { offsetSeconds: Math.round(offsetTo(3, 30) / 1000) }, maker);
  const each = await owners();
  await eventually(async () => {
    const now = await counts();
    // One tenant after the other: the last one's are there when all are.
    expect(Object.keys(now)).toHaveLength(Object.keys(before).length + 3);
    expect(Object.values(now).slice(-3)).toEqual([each, each, each]);
  });
});

it("an open bill's figures are the ledger's as they are now: in the list, in detail, in the file", async () => {
  const filter = { kind: 'MERCHANT', state: ['OPEN'], pageSize: 50 };
  const { body: list } = await api.call('bill/queryBill', filter, maker);
  const [{ id, merchant, consumedAmount, closingBalance }] = list.result.list;
  const people = await api.call(
    'employee/queryEmployee',
    { merchantId: merchant.id, state: ['ACTIVE'], pageSize: 200 },
    maker,
  );
  const payer = people.body.result.list.find(
    ({ availableLimit }: { availableLimit: number }) => availableLimit >= 700,
  );
  const paid = await api.call('dev/pay', { employeeId: payer.id, amount: 700 }, maker);
  expect(paid.body.code).toBe(200);

  const now = { consumedAmount: consumedAmount + 700, closingBalance: closingBalance - 700 };
  const after = await api.call('bill/queryBill', filter, maker);
  expect(after.body.result.list.find((row: { id: string }) => row.id === id)).toMatchObject(now);
  const { body } = await api.call('bill/getBill', { id }, maker);
  expect(body.result).toMatchObject({ ...now, balanced: true, recomputedClosingBalance: now.closingBalance });
  const { text } = await api.call(
    'bill/exportBill',
    { merchantId: merchant.id, state: ['OPEN'], format: 'csv' },
    maker,
  );
  expect(text).toContain(`,${(now.closingBalance / 100).toFixed(2)},未出账`);
});

it('a month ends with its last millisecond in Shanghai, for the figures, the movements and the file alike', async () => {
  const open = { kind: 'MERCHANT', state: ['OPEN'], pageSize: 50 };
  const [bill] = (await api.call('bill/queryBill', open, maker)).body.result.list;
  const merchantId = bill.merchant.id;
  const people = await api.call(
    'employee/queryEmployee',
    { merchantId, state: ['ACTIVE'], pageSize: 200 },
    maker,
  );
  const payer = people.body.result.list.find(
    ({ availableLimit }: { availableLimit: number }) => availableLimit >= 111,
  );
  const admin = await connect(api.databaseUrl);
  const paidAt = async (amount: number, instant: string) => {
    const { body } = await api.call('dev/pay', { employeeId: payer.id, amount }, maker);
    await admin.query(`UPDATE consumption_records SET paid_at = ${instant} WHERE id = $1`, [body.result.id]);
    return body.result.paymentNo;
  };
  // The instants of a payment are never changed by the service.
  await admin.query(`SET session_replication_role = 'replica'`);
  const start = `('${bill.period}-01'::timestamp AT TIME ZONE 'Asia/Shanghai')`;
  const end = `(('${bill.period}-01'::timestamp + interval '1 month') AT TIME ZONE 'Asia/Shanghai')`;
  const first = await paidAt(1, start);
  const last = await paidAt(10, `${end} - interval '1 millisecond'`);
  const next = await paidAt(100, end);
  await admin.end();

  const { result } = (await api.call('bill/getBill', { id: bill.id }, maker)).body;
  expect(result).toMatchObject({
    openingBalance: bill.openingBalance,
    consumedAmount: bill.consumedAmount + 11,
    closingBalance: bill.closingBalance - 11,
    balanced: true,
  });
  const entries = await api.call('bill/queryBillEntry', { billId: bill.id, pageSize: 200 }, maker);
  const numbers = entries.body.result.list.map(({ sourceNo }: { sourceNo: string }) => sourceNo);
  const { id } = await api.deps.database.prisma.consumptionRecord.findFirstOrThrow({
    where: { paymentNo: first },
  });
  expect(entries.body.result.list).toContainEqual(
    expect.objectContaining({ sourceNo: first, source: { type: 'consumption', id } }),
  );
  const files = [
    await api.call('bill/exportBillEntry', { billId: bill.id, format: 'csv' }, maker),
    await api.call(
      'bill/exportBillDetails',
      { merchantId, periodFrom: bill.period, periodTo: bill.period, format: 'csv' },
      maker,
    ),
  ];
  for (const held of [numbers, ...files.map(({ text }) => text)]) {
    expect([first, last, next].map((number) => held.includes(number))).toEqual([true, true, false]);
  }
});

it('a month is issued from its last instant on, and says whether that has come', async () => {
  const month = toMonth(1, -1);
  const { body } = await api.call(
    'bill/queryBill',
    { kind: 'MERCHANT', state: ['OPEN'], periodFrom: month, pageSize: 10 },
    maker,
  );
  const { id, version } = body.result.list[0];
  const ended = async () => (await api.call('bill/getBill', { id }, maker)).body.result.periodEnded;
  api.clock.setBusinessOffset(offsetTo(1, 0) - 60_000);
  expect(await ended()).toBe(false);
  const { body: refused } = await api.call('bill/issueBill', { id, version }, maker);
  expect(refused).toMatchObject({ code: 406, msg: '账期未结束，不能出账' });
  api.clock.setBusinessOffset(offsetTo(1, 0));
  expect(await ended()).toBe(true);
  const { body: issued } = await api.call('bill/issueBill', { id, version }, maker);
  expect(issued).toMatchObject({ code: 200, result: { state: 'ISSUED', periodEnded: true } });
});

it('closing = opening + Σ in − Σ out, recomputed from the ledger when it is issued; bills are sorted by it', async () => {
  const month = toMonth(1, 1);
  await openBills(api.deps);
  const issuer = await api.signIn('13800000002');
  const { body } = await api.call(
    'bill/queryBill',
    {
      kind: 'MERCHANT',
      state: ['OPEN'],
      periodTo: shanghaiMonth(new Date(api.clock.businessNow().getTime() - 2 * hour)),
      pageSize: 200,
    },
    issuer,
  );
  expect(body.result.list.length).toBeGreaterThanOrEqual(3);
  for (const { id, version } of body.result.list.slice(0, 3)) {
    const { body: done } = await api.call('bill/issueBill', { id, version }, issuer);
    const bill = done.result;
    expect(bill).toMatchObject({ state: 'ISSUED', balanced: true });
    const logged = await api.deps.database.prisma.operationLog.findMany({
      where: { targetId: id, action: 'issueBill' },
    });
    expect(logged).toEqual([
      expect.objectContaining({
        actorName: '财务经办',
        module: 'bill',
        targetLabel: bill.billNo,
        before: { state: 'OPEN' },
        after: { state: 'ISSUED' },
      }),
    ]);
    expect(bill.closingBalance).toBe(
      bill.openingBalance +
        bill.issuedAmount +
        bill.refundedAmount -
        bill.consumedAmount -
        bill.recoveredAmount,
    );
    const [next] = (
      await api.call('bill/queryBill', { merchantId: bill.merchant.id, periodFrom: month }, issuer)
    ).body.result.list;
    expect(next.openingBalance).toBe(bill.closingBalance);
  }
  const sorted = await api.call(
    'bill/queryBill',
    { sort: { field: 'closingBalance', order: 'asc' }, pageSize: 200 },
    issuer,
  );
  const closings = sorted.body.result.list.map((row: { closingBalance: number }) => row.closingBalance);
  expect(new Set(closings).size).toBeGreaterThan(2);
  expect(closings).toEqual([...closings].sort((a: number, b: number) => a - b));
  // Payments got other times than they were posted with.
  await expectInvariants(api, ['postingsOnce', 'controlledAccountsMirror']);
});

it('an export with details has every movement of the bills that are filtered', async () => {
  const { tenantId } = await api.deps.sessions.authenticate(maker);
  // Each with its bill, amount and source, as the ledger has them.
  const { rows } = await api.deps.database.pool.query<{ movement: string }>(
    `SELECT concat_ws(',', b.bill_no, (l.amount * 0.01)::numeric(20, 2), coalesce(l.source_no, '')) AS movement
     FROM bills b JOIN bill_ledger l ON l.tenant_id = b.tenant_id AND l.owner_id IN (b.merchant_id, b.company_id)
       AND to_char(l.occurred_at AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM') = b.period
     WHERE b.state = 'SETTLED' AND b.tenant_id = $1`,
    [tenantId],
  );
  expect(rows.length).toBeGreaterThan(10);
  const { text } = await api.call('bill/exportBillDetails', { state: ['SETTLED'], format: 'csv' }, maker);
  const movements = text
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line: string) => {
      const [billNo, , , , , , amount, , sourceNo] = line.split(',');
      return [billNo, amount, sourceNo].join(',');
    });
  expect(movements.sort()).toEqual(rows.map(({ movement }) => movement).sort());
});
