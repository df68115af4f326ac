import type { LedgerRole, PostingKind, PostingSource } from '@xyxlx/contracts/ledger-roles';
import { companyId, tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BatchDesk, openBatchDesk } from '../../../../../tests/support/limit-batches.ts';
import { liveBalances } from '../../../../../tests/support/live-balances.ts';
import { setBooks } from '../../../../../tests/support/set-books.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { plenty, setThreshold } from '../../../../../tests/support/thresholds.ts';
import { sql } from '../../platform/db/sql.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { postWhere } from '../../platform/ledger/post.ts';
import type { PostingRule } from '../../platform/ledger/posting-rule.ts';
import { sealSlots } from './seal-ledger.ts';

let api: TestApi;
let desk: BatchDesk;
let employeeId: string;
const tenantId = tenantIdOf('A');

beforeAll(async () => {
  api = await startTestApi();
  desk = await openBatchDesk(api);
  for (const kind of ['limitBatch', 'consumptionRefund']) await setThreshold(api, kind, plenty);
  await setBooks(api, { tenantId, validFrom: new Date(0), personalShare: 'THROUGH_US' });
});
afterAll(() => api.close());

type Figures = Record<string, { debit: number; credit: number; closing: number }>;

/** What each leaf of the chart has: all that was posted so far. */
async function books(): Promise<Figures> {
  const span = { tenantId, from: '2000-01-01', to: '2100-01-01' };
  const rows = await liveBalances(api.deps.database.pool, span);
  return Object.fromEntries(
    rows.map(({ code, debit, credit, closing }) => [code, { debit, credit, closing }]),
  );
}

/** What has been posted since, leaf by leaf: `[借, 贷]` in fen. */
async function since(before: Figures): Promise<Record<string, [number, number]>> {
  const moved = Object.entries(await books()).map(([code, { debit, credit }]) => {
    const was = before[code] as Figures[string];
    return [code, [debit - was.debit, credit - was.credit]] as [string, [number, number]];
  });
  return Object.fromEntries(moved.filter(([, [debit, credit]]) => debit !== 0 || credit !== 0));
}
async function posted(act: () => Promise<unknown>) {
  const before = await books();
  await act();
  return since(before);
}

type Given = [debit: LedgerRole, credit: LedgerRole, amount: number];

/** Postings through the ledger itself: of cards, which have no page yet, and of figures that no fee rate comes to. Their sources are not there. */
async function post(source: PostingSource, kind: PostingKind, legs: readonly Given[]): Promise<void> {
  const values = legs.map(
    ([debit, credit, amount], n) => `(${n + 1}, '${debit}', '${credit}', ${amount}::bigint)`,
  );
  const rule: PostingRule = {
    source,
    from: `(SELECT '${tenantId}'::uuid AS tenant_id, '${crypto.randomUUID()}'::uuid AS id) r
      CROSS JOIN (VALUES ${values.join()}) k(leg, debit, credit, amount)`,
    where: 'true',
    leg: 'k.leg',
    kind: `'${kind}'`,
    debit: 'k.debit',
    credit: 'k.credit',
    amount: 'k.amount',
    at: `'${api.clock.businessNow().toISOString()}'::timestamptz`,
    company: `'${companyId('A', 0)}'`,
  };
  await inTransaction(api.deps.database, (tx) => postWhere(tx, rule, tenantId, sql`TRUE`));
}

async function done(path: string, input: object) {
  const { body } = await api.call(path, input, desk.maker);
  expect(body).toMatchObject({ code: 200 });
  return body.result;
}
const pay = (amount: number, personalAmount = 0): Promise<{ id: string }> =>
  done('dev/pay', { employeeId, amount, personalAmount, channel: 'ALIPAY' });
const refund = (id: string, amount: number) =>
  done('consumption/refundConsumption', { id, amount, reason: '退货' });

test('the worked examples end at their trial balance, to the fen', async () => {
  const before = await books();

  // 1. A bank line, claimed with a fee and a bonus.
  await post('statementLine', 'RECEIPT', [['BANK', 'UNCLAIMED', 100_000_000]]);
  await post('topUp', 'TOP_UP', [
    ['UNCLAIMED', 'FUND', 100_000_000],
    ['FUND', 'SERVICE', 566_038],
    ['FUND', 'VAT', 33_962],
    ['BONUS', 'FUND', 1_000_000],
  ]);
  const funded = await since(before);
  expect(funded['2241.01']).toEqual([600_000, 101_000_000]);

  // 2. A batch: one slot, its own.
  const issued = await posted(async () => {
    const rows = await desk.sheet();
    const people = rows.slice(1).filter((line) => line[3] === '已激活');
    const more = [500, 300, 200].map((yuan, n) => {
      const line = people[n] as string[];
      return line.with(7, (Number(line[7]) + yuan).toFixed(2));
    });
    const { body } = await desk.upload([rows[0] as string[], ...more]);
    const { id, version } = await desk.settled(body.result.batchId);
    await done('billChange/confirmBatch', { id, version });
    expect(await desk.settled(id)).toMatchObject({ state: 'DONE', done: 3 });
    const no = more[0]?.[0];
    const employee = await api.deps.database.prisma.employee.findFirstOrThrow({
      where: { tenantId, merchantId: desk.merchantId, employeeNo: no ?? '' },
    });
    employeeId = employee.id;
    const slots = await api.deps.database.prisma.ledgerSlot.findMany({
      where: { tenantId, docType: 'limitBatch', docId: id },
      include: { postings: true },
    });
    expect(slots).toHaveLength(1);
    expect(slots[0]).toMatchObject({ kind: 'LIMIT_ISSUE', part: 1 });
    expect(slots[0]?.postings.map(({ amount }) => Number(amount)).sort()).toEqual([20_000, 30_000, 50_000]);
    // Its voucher says the batch's number.
    const slotId = slots[0]?.id as string;
    const now = api.clock.businessNow();
    await inTransaction(api.deps.database, (tx) =>
      sealSlots(tx, { tenantId, now }, sql`s.id = ${slotId}::uuid`, 'SKIP LOCKED'),
    );
    const { prisma } = api.deps.database;
    const { batchNo } = await prisma.limitBatch.findFirstOrThrow({ where: { tenantId, id } });
    const lines = await prisma.voucherLine.findMany({ where: { tenantId, voucher: { slotId } } });
    expect(lines.map(({ summary }) => summary.replace(/^.*日 /, ''))).toEqual([
      `额度发放 ${batchNo} 3 笔`,
      `额度发放 ${batchNo} 3 笔`,
    ]);
  });
  expect(issued).toEqual({ '2241.01': [100_000, 0], '2241.02': [0, 100_000] });

  // 3. and 4. A payment of both, and its refund: the company's share first.
  let paid = { id: '' };
  const third = await posted(async () => {
    paid = await pay(8_800, 2_800);
  });
  expect(third).toEqual({
    '2241.02': [6_000, 0],
    '1012.01': [2_800, 0],
    '2202.01': [0, 6_000],
    '2202.02': [0, 2_800],
  });
  expect(await posted(() => refund(paid.id, 7_000))).toEqual({
    '2202.01': [6_000, 0],
    '2202.02': [1_000, 0],
    '2241.02': [0, 6_000],
    '1012.01': [0, 1_000],
  });

  // 5. What comes back to a limit that has ended goes on to the fund.
  const fifth = await pay(3_000);
  const ends = (expiresAt: Date | null) =>
    api.deps.database.prisma.limitAccount.updateMany({
      where: { tenantId, employeeId },
      data: { expiresAt },
    });
  await ends(api.clock.businessNow());
  expect(await posted(() => refund(fifth.id, 3_000))).toEqual({
    '2202.01': [3_000, 0],
    '2241.02': [3_000, 3_000],
    '2241.01': [0, 3_000],
  });
  await ends(null);

  // 6. An order of cards, shipped, one activated.
  await post('cardOrder', 'ORDER_PAID', [['FUND', 'ORDER', 5_051_200]]);
  await post('cardOrder', 'ORDER_EARNED', [
    ['ORDER', 'CARD_INCOME', 48_302],
    ['ORDER', 'VAT', 2_898],
  ]);
  await post('cardFlow', 'CARD_LOAD', [['ORDER', 'CARD', 50_000]]);

  // 7. A payment, the fee of its day, and its settlement.
  await pay(20_000);
  await post('fundFlow', 'FEE', [
    ['FUND', 'SERVICE', 100_000],
    ['FUND', 'VAT', 6_000],
  ]);
  await post('fundTransfer', 'SETTLE', [['SETTLEMENT', 'BANK', 20_000]]);

  const all = await since(before);
  const sum = (side: 0 | 1) => Object.values(all).reduce((total, sides) => total + sides[side], 0);
  expect([sum(0), sum(1)]).toEqual([207_023_200, 207_023_200]);
  const after = await books();
  const balances = Object.entries(after).map(([code, { closing }]) => [
    code,
    closing - (before[code]?.closing ?? 0),
  ]);
  expect(Object.fromEntries(balances.filter(([, balance]) => balance !== 0))).toEqual({
    '1002.01': 99_980_000,
    '1012.01': 1_800,
    '6601.01': 1_000_000,
    '2202.02': 1_800,
    '2203.01': 4_950_000,
    '2221.01': 42_860,
    '2241.01': 95_145_800,
    '2241.02': 77_000,
    '2241.03': 50_000,
    '6001.01': 666_038,
    '6051.01': 48_302,
  });
});
