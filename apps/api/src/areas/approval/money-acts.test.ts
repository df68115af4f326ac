import type { LimitBatch } from '@xyxlx/contracts/bill-change';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectInvariants } from '../../../../../tests/support/invariants.ts';
import { type BatchDesk, openBatchDesk } from '../../../../../tests/support/limit-batches.ts';
import { operator } from '../../../../../tests/support/operator.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { setThreshold } from '../../../../../tests/support/thresholds.ts';

type Person = Awaited<ReturnType<typeof operator>>;

const views = [
  'limit.view',
  'employee.view',
  'merchant.view',
  'consumption.view',
  'lottery.view',
  'bill.view',
];
const makes = [
  'limit.adjust',
  'limit.upload',
  'limit.export',
  'consumption.refund',
  'lottery.award',
  'bill.confirm',
];

let api: TestApi;
let desk: BatchDesk;
let checker: Person;
let maker: Person;
beforeAll(async () => {
  api = await startTestApi();
  desk = await openBatchDesk(api);
  checker = await operator(api, '资金复核', { permissions: [...views, 'limit.approve', 'bill.confirm'] });
});
beforeEach(async () => {
  maker = await operator(api, '资金经办', { permissions: [...views, ...makes] });
});
afterAll(() => api.close());

const as = (person: Person) => async (path: string, input: object) =>
  (await api.call(path, input, person.token)).body;
const approve = (id: string) => as(checker)('approval/approve', { id });
const movedToday = async (kind: string) => {
  const [row] = await api.deps.database.prisma.makerDay.findMany({
    where: { kind, makerId: maker.session.userId },
  });
  return row ? [Number(row.amount), row.count] : [0, 0];
};

/** A payment of tenant A that can be refunded, of exactly so many fen. */
async function paymentOf(amount: number): Promise<string> {
  const account = await api.deps.database.prisma.limitAccount.findFirstOrThrow({
    where: {
      tenantId: maker.session.tenantId,
      available: { gte: amount },
      employee: { state: 'ACTIVE', merchant: { state: 'ACTIVE' } },
    },
    orderBy: { id: 'asc' },
  });
  const paid = await as(maker)('dev/pay', { employeeId: account.employeeId, amount });
  expect(paid.code).toBe(200);
  return paid.result.id;
}

describe('refunds', () => {
  const refund = (id: string, amount: number) =>
    as(maker)('consumption/refundConsumption', { id, amount, reason: '退货' });

  test('at the threshold done, over it waiting; ten small ones of a day count together, and so does revoking', async () => {
    await setThreshold(api, 'consumptionRefund', { amount: 1_000, dayAmount: 2_500 });
    const id = await paymentOf(3_000);
    expect((await refund(id, 1_000)).result).toMatchObject({ approvalId: null, refundedAmount: 1_000 });
    const waits = (await refund(id, 1_001)).result;
    expect(waits).toMatchObject({ approvalId: expect.any(String), refundedAmount: 1_000 });
    // One refund of a payment waits at a time, so that what waits can't pass what is left.
    expect((await refund(id, 1_001)).msg).toBe('已提交审批，请勿重复提交');
    expect((await refund(id, 1_000)).result).toMatchObject({ approvalId: null, refundedAmount: 2_000 });
    // 1,001 are not left any more.
    expect((await approve(waits.approvalId)).msg).toContain('最多可退 10.00 元');
    await as(checker)('approval/reject', { id: waits.approvalId, reason: '已退' });
    const whole = await paymentOf(501);
    const revoked = await as(maker)('consumption/revokeConsumption', { id: whole, reason: '误刷' });
    expect(revoked.result).toMatchObject({ state: 'SUCCESS', approvalId: expect.any(String) });
    expect(await approve(revoked.result.approvalId)).toMatchObject({ code: 200 });
    expect((await as(maker)('consumption/getConsumption', { id: whole })).result.state).toBe('REVOKED');
    expect(await movedToday('consumptionRefund')).toEqual([2_501, 3]);
    await expectInvariants(api);
  });
});

describe('awards', () => {
  test('before many are awarded: what would really move, how many wait for whom, and how many are refused', async () => {
    const { prisma } = api.deps.database;
    const { tenantId } = maker.session;
    const found = await prisma.lotteryRecord.findMany({
      where: {
        tenantId,
        prizeType: 'LIMIT',
        state: { in: ['PENDING', 'FAILED'] },
        employee: { state: 'ACTIVE' },
      },
      orderBy: { id: 'desc' },
      take: 3,
    });
    const ids = found.map(({ id }) => id);
    await prisma.lotteryRecord.updateMany({
      where: { id: { in: ids } },
      data: { expiresAt: new Date(Date.now() + 86_400_000) },
    });
    const given = await prisma.lotteryRecord.findFirstOrThrow({ where: { tenantId, state: 'AWARDED' } });
    const elsewhere = await prisma.lotteryRecord.findFirstOrThrow({
      where: { tenantId: { not: tenantId }, state: 'PENDING' },
    });
    const all = [given.id, ...ids, elsewhere.id];
    await setThreshold(api, 'lotteryAward', { amount: 5_000, dayAmount: 10_000 });
    const forecast = (of: string[], person = maker) =>
      as(person)('approval/forecastActs', { subjectType: 'lotteryAward', ids: of });
    const { result } = await forecast(all);
    expect(result).toMatchObject({
      amount: 15_000,
      count: 3,
      fundDelta: -15_000,
      waiting: 1,
      refused: 2,
      waits: true,
      dayAmount: 0,
    });
    expect(result.mayDecide).toContainEqual(expect.objectContaining({ id: checker.session.userId }));
    expect(result.mayDecide.map(({ id }: { id: string }) => id)).not.toContain(maker.session.userId);
    expect((await forecast(ids.slice(0, 2))).result).toMatchObject({
      amount: 10_000,
      waits: false,
      waiting: 0,
      refused: 0,
      mayDecide: [],
    });
    // Asking has moved nothing and handed nothing in.
    expect(await movedToday('lotteryAward')).toEqual([0, 0]);
    expect(await prisma.approval.count({ where: { subjectId: { in: ids } } })).toBe(0);
    expect((await forecast(ids, checker)).msg).toContain('没有权限');
    const ofSeveral = { subjectType: 'limitAdjustment', ids };
    expect((await as(maker)('approval/forecastActs', ofSeveral)).msg).toBe('记录不存在');
  });

  test('of many each answers by itself: done up to the day’s value, the rest waits and is awarded once approved', async () => {
    const { prisma } = api.deps.database;
    const { tenantId } = maker.session;
    const draws = await prisma.lotteryRecord.findMany({
      where: {
        tenantId,
        prizeType: 'LIMIT',
        state: { in: ['PENDING', 'FAILED'] },
        employee: { state: 'ACTIVE' },
      },
      orderBy: { id: 'asc' },
      take: 3,
    });
    const ids = draws.map(({ id }) => id);
    expect(ids).toHaveLength(3);
    await prisma.lotteryRecord.updateMany({
      where: { id: { in: ids } },
      data: { expiresAt: new Date(Date.now() + 86_400_000) },
    });
    await setThreshold(api, 'lotteryAward', { amount: 5_000, dayAmount: 10_000 });
    const { result } = await as(maker)('lottery/awardLottery', { ids, reason: '补发' });
    expect(result).toMatchObject({ done: 2, waiting: 1, failed: 0 });
    const [, , last] = result.rows;
    expect(last).toMatchObject({ id: ids[2], ok: true, approvalId: expect.any(String) });
    const stateOf = async (id: string) =>
      (await prisma.lotteryRecord.findFirstOrThrow({ where: { id } })).state;
    expect(await stateOf(last.id)).not.toBe('AWARDED');
    expect((await approve(last.approvalId)).code).toBe(200);
    expect(await stateOf(last.id)).toBe('AWARDED');
    expect(await movedToday('lotteryAward')).toEqual([15_000, 3]);
    await expectInvariants(api);
  });
});

describe('invoices', () => {
  test('over the threshold waits, is recorded by another’s word, and not when it has changed since', async () => {
    const { prisma } = api.deps.database;
    const { tenantId } = maker.session;
    const payment = await prisma.consumptionRecord.findFirstOrThrow({
      where: { tenantId, type: 'CONSUME', state: 'SUCCESS', invoiceState: 'NONE', refunded: 0 },
      include: { employee: true },
      orderBy: [{ paidAt: 'desc' }, { id: 'desc' }],
    });
    const amount = Number(payment.amount);
    const saved = await api.call('invoice/saveInvoice', {
      title: '上海测试有限公司',
      taxNo: '91310115MA1K4F3B2X',
      address: null,
      phone: null,
      bank: null,
      account: null,
      amount,
      email: 'finance@example.com',
      paymentNos: [payment.paymentNo],
      mobileLastFour: payment.employee?.mobile.slice(-4),
      submit: true,
    });
    const { applicationNo } = saved.body.result;
    const read = () => prisma.invoiceApplication.findFirstOrThrow({ where: { applicationNo } });
    const { id, version } = await read();
    await setThreshold(api, 'invoiceIssue', { amount: amount - 1 });
    const waits = (await as(maker)('invoice/issueInvoice', { id, version, invoiceNo: '12345678' })).result;
    expect(waits).toEqual({ approvalId: expect.any(String) });
    expect(await read()).toMatchObject({ state: 'ISSUING', version, invoiceNo: null });
    // 财务复核 of the tenant decides with the very permission that makes it; its maker never does.
    expect((await as(maker)('approval/approve', { id: waits.approvalId })).msg).toBe(
      '经办人不能审批自己提交的事项',
    );
    await prisma.invoiceApplication.updateMany({ where: { id }, data: { version: { increment: 1 } } });
    expect((await approve(waits.approvalId)).msg).toContain('已被他人修改');
    await prisma.invoiceApplication.updateMany({ where: { id }, data: { version } });
    expect((await approve(waits.approvalId)).code).toBe(200);
    expect(await read()).toMatchObject({ state: 'ISSUED', invoiceNo: '12345678', updatedBy: '资金经办' });
  });
});

describe('batches', () => {
  const step = async (action: string, { id, version }: LimitBatch, more: object = {}) =>
    as(maker)(`billChange/${action}`, { id, version, ...more });

  /** A checked batch of the maker that gives two people so many fen each. */
  async function batchOf(fen: number): Promise<LimitBatch> {
    const [head, ...lines] = await desk.sheet();
    const more = lines
      .filter((line) => line[3] === '已激活')
      .slice(0, 2)
      .map((line) => line.with(7, (Number(line[7]) + fen / 100).toFixed(2)));
    const { body } = await desk.upload([head as string[], ...more], maker.token);
    await desk.settled(body.result.batchId);
    return (await as(maker)('billChange/getBatch', { id: body.result.batchId })).result;
  }

  test('split in two they are one day: the second waits, by amount and by people, and its maker sees that before', async () => {
    for (const limits of [
      { amount: 2_000, dayAmount: 3_999, count: 100, dayCount: 100 },
      { amount: 2_000, dayAmount: 100_000, count: 2, dayCount: 3 },
    ]) {
      maker = await operator(api, '资金经办', { permissions: [...views, ...makes] });
      await setThreshold(api, 'limitBatch', limits);
      const first = await batchOf(1_000);
      expect(first.needsApproval).toBe(false);
      expect((await step('confirmBatch', first)).result).toMatchObject({
        state: 'RUNNING',
        approvalId: null,
      });
      await desk.settled(first.id);
      const second = await batchOf(1_000);
      expect(second.needsApproval).toBe(true);
      await setThreshold(api, 'limitBatch', { amount: 2_000, dayAmount: 4_000, count: 2, dayCount: 4 });
      expect((await as(maker)('billChange/getBatch', { id: second.id })).result.needsApproval).toBe(false);
      await setThreshold(api, 'limitBatch', limits);
      // To somebody who has moved nothing today it would not.
      expect((await as(checker)('billChange/getBatch', { id: second.id })).result.needsApproval).toBe(false);
      const { result } = await step('confirmBatch', second);
      expect(result).toMatchObject({ state: 'SUBMITTED', approvalId: expect.any(String) });
      expect((await approve(result.approvalId)).code).toBe(200);
      expect((await desk.settled(second.id)).state).toBe('DONE');
      expect(await movedToday('limitBatch')).toEqual([4_000, 4]);
    }
  });

  test('its undo waits too, keeps the batch’s state, and takes back what is unspent once approved', async () => {
    await setThreshold(api, 'limitBatch', { amount: 2_000, count: 2 });
    await setThreshold(api, 'limitBatchUndo', { amount: 1_999, count: 2 });
    const batch = await batchOf(1_000);
    await step('confirmBatch', batch);
    const done = await desk.settled(batch.id);
    const forecast = async () =>
      (await as(maker)('approval/forecastActs', { subjectType: 'limitBatchUndo', ids: [batch.id] })).result;
    expect(await forecast()).toMatchObject({
      amount: 2_000,
      count: 2,
      fundDelta: 2_000,
      waits: true,
      waiting: 1,
      refused: 0,
    });
    const { result } = await step('undoBatch', done, { reason: '传错文件' });
    expect(result).toMatchObject({ state: 'DONE', approvalId: expect.any(String) });
    expect((await step('undoBatch', done, { reason: '再试' })).msg).toBe('已提交审批，请勿重复提交');
    expect((await approve(result.approvalId)).code).toBe(200);
    expect(await desk.settled(batch.id)).toMatchObject({ state: 'UNDONE', undoneAmount: 2_000 });
    expect(await forecast()).toMatchObject({ amount: 0, waits: false, refused: 1 });
    await expectInvariants(api);
  });

  test('before its undo: only what is unspent would move, which may need nobody else', async () => {
    await setThreshold(api, 'limitBatch', { amount: 2_000, count: 2 });
    await setThreshold(api, 'limitBatchUndo', { amount: 1_300, count: 1 });
    const batch = await batchOf(1_000);
    await step('confirmBatch', batch);
    const done = await desk.settled(batch.id);
    const { prisma } = api.deps.database;
    const rows = await prisma.limitBatchRow.findMany({
      where: { batchId: batch.id, state: 'DONE' },
      orderBy: { rowNo: 'asc' },
    });
    expect(rows).toHaveLength(2);
    const forecast = async () =>
      (await as(maker)('approval/forecastActs', { subjectType: 'limitBatchUndo', ids: [batch.id] })).result;
    expect(await forecast()).toMatchObject({ amount: 2_000, count: 2, waits: true });
    // The first has spent everything, the second all but 7 yuan.
    for (const [n, left] of [0, 700].entries()) {
      const employeeId = rows[n]?.employeeId as string;
      const { available } = await prisma.limitAccount.findFirstOrThrow({ where: { employeeId } });
      const amount = Number(available) - left;
      expect((await as(maker)('dev/pay', { employeeId, amount })).code).toBe(200);
    }
    expect(await forecast()).toMatchObject({ amount: 700, count: 1, fundDelta: 700, waits: false });
    const { result } = await step('undoBatch', done, { reason: '传错文件' });
    expect(result.approvalId).toBeNull();
    expect(await desk.settled(batch.id)).toMatchObject({ undoneAmount: 700 });
    expect(await movedToday('limitBatchUndo')).toEqual([700, 1]);
    await expectInvariants(api);
  });
});
