import type { CardOrderDetail } from '@xyxlx/contracts/card-order';
import type { CardOrderState } from '@xyxlx/contracts/card-order-kinds';
import { connect } from '@xyxlx/database/connect';
import { tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { expectInvariants } from '../../../../../tests/support/invariants.ts';
import { operator } from '../../../../../tests/support/operator.ts';
import { type OrderDesk, openOrderDesk } from '../../../../../tests/support/order-desk.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { keepNumber, newCardNumber } from '../card/card-number.ts';
import { resumeOrders } from './order-jobs.ts';

const tenantId = tenantIdOf('A');
let api: TestApi;
let desk: OrderDesk;
let named: string;
let anonymous: string;
let virtual: string;
/** May have cards activated and cancelled. */
let issuer: string;
const prisma = () => api.deps.database.prisma;

beforeAll(async () => {
  api = await startTestApi();
  desk = await openOrderDesk(api, tenantId);
  const unnamed = { naming: 'ANONYMOUS', months: 36, makingFee: 500n } as const;
  named = await desk.soldProduct({ faces: [300_000n], makingFee: 500n });
  anonymous = await desk.soldProduct({ ...unnamed, faces: [50_000n] });
  virtual = await desk.soldProduct({ ...unnamed, form: 'VIRTUAL', faces: [20_000n] });
  ({ token: issuer } = await operator(api, '发卡人', { permissions: ['card.view', 'card.edit'] }));
});
afterAll(() => api.close());

const of = (productId: string, quantity: number) => ({
  ...{ productId, quantity },
  faceAmount: { [named]: 300_000, [anonymous]: 50_000 }[productId] ?? 20_000,
});
const refusedAs = (msg: string) => ({ code: 406, success: false, msg, result: null });
/** An order that has come so far, with the work on its cards done. */
async function reached(state: CardOrderState, ...lines: ReturnType<typeof of>[]): Promise<CardOrderDetail> {
  const { id, version } = await desk.paid(lines);
  if (state === 'PAID') return desk.shown(id);
  await desk.call('makeOrder', { id, version });
  const ready = await worked(id);
  if (state !== 'SHIPPED') return ready;
  await desk.call('shipOrder', { id, version: ready.version, carrier: '顺丰速运', trackingNo: 'SF1000' });
  return worked(id);
}
const worked = (id: string) =>
  eventually(async () => {
    const order = await desk.shown(id);
    expect(order.jobId).toBeNull();
    return order;
  });
/** Asks for so many cards of each line back, in their order; 0 for none. */
const ask = ({ id, version, lines }: CardOrderDetail, ...quantities: number[]) =>
  desk.call('refundOrder', {
    ...{ id, version, reason: '多订了' },
    lines: lines.flatMap((line, n) =>
      quantities[n] ? { lineId: line.id, quantity: quantities[n] as number } : [],
    ),
  });
async function asked(order: CardOrderDetail, ...quantities: number[]) {
  const { code, msg, result } = await ask(order, ...quantities);
  expect([code, msg, result.state]).toEqual([200, '', 'REFUNDING']);
  return result;
}
async function refunded(order: CardOrderDetail, ...quantities: number[]): Promise<CardOrderDetail> {
  const { approvalId } = await asked(order, ...quantities);
  expect(await desk.decide('approve', approvalId)).toMatchObject({ code: 200 });
  return desk.shown(order.id);
}
const cardsOf = async (order: CardOrderDetail, at = 0) =>
  prisma().card.findMany({
    where: { tenantId, orderLineId: order.lines[at]?.id ?? '' },
    orderBy: { orderN: 'asc' },
  });
const statesOf = async (order: CardOrderDetail, at = 0) =>
  (await cardsOf(order, at)).map(({ state }) => state);
const activate = async (ids: string[]) =>
  (await api.call('card/activateCard', { ids, reason: '领卡' }, issuer)).body;
const balance = async () => {
  const { companyId } = desk.holder;
  const where = { tenantId_companyId_kind: { tenantId, companyId, kind: 'ENTERPRISE' as const } };
  return Number((await prisma().fundAccount.findUniqueOrThrow({ where })).balance);
};
const postingsOf = async (id: string) =>
  (await prisma().ledgerPosting.findMany({ where: { tenantId, sourceId: id }, orderBy: { leg: 'asc' } })).map(
    ({ kind, debitRole, creditRole, amount }) => [kind, debitRole, creditRole, Number(amount)],
  );

describe('worked example 2', () => {
  test('10 of 100 anonymous cards on which nothing is: 500,000 back to the fund, those ten cancelled, the rest sent', async () => {
    const order = await reached('TO_SHIP', of(named, 40), of(anonymous, 100));
    expect(order.lines.map(({ refundable }) => refundable)).toEqual([40, 100]);
    const before = await balance();
    const back = await refunded(order, 0, 10);
    expect(await balance()).toBe(before + 500_000);
    expect(back).toMatchObject({
      ...{ state: 'TO_SHIP', paidAmount: 17_071_200, refundedAmount: 500_000 },
      lines: [
        { made: 40, refunded: 0, refundable: 40 },
        { made: 100, refunded: 10, refundable: 90 },
      ],
      refunds: [
        {
          ...{ no: expect.stringMatching(/^KT\d{8}$/), quantity: 10, amount: 500_000, feeAmount: 0 },
          ...{ reason: '多订了', state: 'DONE', createdBy: '订单经办' },
          lines: [{ lineId: order.lines[1]?.id, quantity: 10 }],
        },
      ],
    });
    expect(back.timeline.slice(-2).map(({ state, createdBy }) => [state, createdBy])).toEqual([
      ['REFUNDING', '订单经办'],
      ['TO_SHIP', '订单复核'],
    ]);
    expect(await statesOf(order, 1)).toEqual([...Array(90).fill('STOCK'), ...Array(10).fill('CANCELLED')]);
    const [{ id: refundId = '', no = '' } = {}] = back.refunds;
    expect(await postingsOf(refundId)).toEqual([['ORDER_REFUND', 'ORDER', 'FUND', 500_000]]);
    const flows = await prisma().fundFlow.findMany({ where: { tenantId, sourceId: refundId } });
    expect(flows.map(({ kind, delta, remark }) => [kind, Number(delta), remark])).toEqual([
      ['CARD_BACK', 500_000, no],
    ]);
    const { id, version } = back;
    await desk.call('shipOrder', { id, version, carrier: '顺丰速运', trackingNo: 'SF1000' });
    expect((await postingsOf(id)).slice(1)).toEqual([
      ['ORDER_EARNED', 'ORDER', 'CARD_INCOME', 67_170],
      ['ORDER_EARNED', 'ORDER', 'VAT', 4_030],
    ]);
    await worked(id);
    expect(await statesOf(order, 1)).toEqual([...Array(90).fill('PENDING'), ...Array(10).fill('CANCELLED')]);
    await expectInvariants(api);
  });
});

describe('before they are made', () => {
  test('making goes back with each card, the parcel with the last that would be sent; what is left is made and no more', async () => {
    const order = await reached('PAID', of(named, 2), of(virtual, 3));
    const before = await balance();
    const first = await refunded(order, 1, 0);
    expect(first).toMatchObject({ state: 'PAID', refundedAmount: 300_500, feeAmount: 3_700 });
    const second = await refunded(first, 1, 1);
    expect(second).toMatchObject({ state: 'PAID', refundedAmount: 300_500 + 301_700 + 20_500 });
    expect(second.refunds.map(({ feeAmount }) => feeAmount)).toEqual([2_200, 500]);
    expect(await balance()).toBe(before + 622_700);
    await desk.call('makeOrder', { id: order.id, version: second.version });
    const done = await worked(order.id);
    // None is left that would be sent.
    expect(done).toMatchObject({ state: 'DONE', lines: [{ made: 0 }, { made: 2, refundable: 2 }] });
    expect((await cardsOf(order, 1)).map(({ orderN, state }) => [orderN, state])).toEqual([
      [1, 'PENDING'],
      [2, 'PENDING'],
    ]);
    expect((await postingsOf(order.id)).slice(1)).toEqual([
      ['ORDER_EARNED', 'ORDER', 'CARD_INCOME', 943],
      ['ORDER_EARNED', 'ORDER', 'VAT', 57],
    ]);
    const job = await prisma().job.findFirstOrThrow({
      where: { tenantId, kind: 'cardMake' },
      orderBy: { id: 'desc' },
    });
    expect([job.total, job.done]).toEqual([2, 2]);
    await expectInvariants(api);
  });

  test('all of it: what was paid is back, fees and all; nothing is earned, and it stays refunded', async () => {
    const order = await reached('PAID', of(named, 2));
    const before = await balance();
    const over = await refunded(order, 2);
    expect(over).toMatchObject({ state: 'REFUNDED', refundedAmount: 602_200, lines: [{ refundable: 0 }] });
    expect(await balance()).toBe(before + 602_200);
    expect(await postingsOf(order.id)).toEqual([['ORDER_PAID', 'FUND', 'ORDER', 602_200]]);
    expect(await ask(over, 1)).toMatchObject(refusedAs('当前状态为已退款，不能退款'));
    expect(await desk.call('makeOrder', { id: over.id, version: over.version })).toMatchObject(
      refusedAs('当前状态为已退款，不能制卡'),
    );
    await expectInvariants(api);
  });
});

describe('once they are made', () => {
  test('all of it: the faces are back, and what making cost is earned then', async () => {
    const order = await reached('TO_SHIP', of(anonymous, 2));
    expect(await refunded(order, 2)).toMatchObject({ state: 'REFUNDED', refundedAmount: 100_000 });
    expect((await postingsOf(order.id)).slice(1)).toEqual([
      ['ORDER_EARNED', 'ORDER', 'CARD_INCOME', 2_075],
      ['ORDER_EARNED', 'ORDER', 'VAT', 125],
    ]);
    expect(await statesOf(order)).toEqual(['CANCELLED', 'CANCELLED']);
    await expectInvariants(api);
  });

  test('one that was activated stays; so does one that is asked to be cancelled, until it is', async () => {
    const order = await reached('SHIPPED', of(anonymous, 5));
    const [used, waiting] = await cardsOf(order);
    expect(await activate([used?.id ?? ''])).toMatchObject({ result: { done: 1 } });
    const cancel = await api.call('card/cancelCard', { ids: [waiting?.id], reason: '印错' }, issuer);
    const seen = await desk.shown(order.id);
    expect(seen.lines[0]?.refundable).toBe(3);
    expect(await ask(seen, 4)).toMatchObject(refusedAs('可退 3 张'));
    const { token } = await operator(api, '卡复核', { permissions: ['card.approve'] });
    const [{ approvalId: id }] = cancel.body.result.rows;
    expect((await api.call('approval/approve', { id }, token)).body).toMatchObject({
      code: 200,
    });
    expect((await desk.shown(order.id)).lines[0]?.refundable).toBe(4);
    // What is cancelled already goes first: no other card is needed for it.
    const one = await refunded(await desk.shown(order.id), 1);
    expect(one.lines[0]).toMatchObject({ refunded: 1, refundable: 3 });
    expect(await statesOf(order)).toEqual(['ACTIVE', 'CANCELLED', 'PENDING', 'PENDING', 'PENDING']);
    const two = await refunded(one, 2);
    expect(await statesOf(order)).toEqual(['ACTIVE', 'CANCELLED', 'PENDING', 'CANCELLED', 'CANCELLED']);
    expect(await ask(two, 2)).toMatchObject(refusedAs('可退 1 张'));
    expect(await refunded(two, 1)).toMatchObject({ state: 'SHIPPED', refundedAmount: 200_000 });
    await expectInvariants(api);
  });

  test('stock goes before what is to be activated, and the cards say why they are over', async () => {
    const order = await reached('SHIPPED', of(named, 2));
    const [first, second] = await cardsOf(order);
    const { employeeId } = desk.holder;
    const { version } = second ?? {};
    await api.call('card/assignCard', { id: second?.id, version, employeeId, reason: '领卡' }, issuer);
    expect(await statesOf(order)).toEqual(['STOCK', 'PENDING']);
    const back = await refunded(order, 1);
    expect(await statesOf(order)).toEqual(['CANCELLED', 'PENDING']);
    const { body } = await api.call('card/getCard', { id: first?.id }, issuer);
    expect(body.result.events[0]).toMatchObject({
      ...{ action: 'CANCEL', reason: `${back.refunds[0]?.no} 多订了`, createdBy: '订单复核' },
    });
  });

  test('activated before somebody agreed: too few are left, and everything is as it was', async () => {
    const order = await reached('SHIPPED', of(anonymous, 2));
    const { approvalId } = await asked(order, 2);
    const [used] = await cardsOf(order);
    await activate([used?.id ?? '']);
    const before = await balance();
    expect(await desk.decide('approve', approvalId)).toMatchObject(refusedAs('可退 1 张'));
    expect([await balance(), (await desk.shown(order.id)).state]).toEqual([before, 'REFUNDING']);
    expect(await desk.decide('reject', approvalId)).toMatchObject({ code: 200 });
    expect(await desk.shown(order.id)).toMatchObject({ state: 'SHIPPED', refunds: [{ state: 'REJECTED' }] });
    await expectInvariants(api);
  });

  test('activated and given back at once: a card is one of both', async () => {
    for (let n = 0; n < 4; n++) {
      const order = await reached('SHIPPED', of(anonymous, 1));
      const { approvalId } = await asked(order, 1);
      const [card] = await cardsOf(order);
      const [back, used] = await Promise.all([
        desk.decide('approve', approvalId),
        activate([card?.id ?? '']),
      ]);
      expect([back.code === 200, used.result.done === 1].sort()).toEqual([false, true]);
      const state = back.code === 200 ? 'CANCELLED' : 'ACTIVE';
      expect(await statesOf(order)).toEqual([state]);
    }
    await expectInvariants(api);
  });
});

describe('while it is made', () => {
  /** An order that is being made by nobody: its job has ended as it may by a fault. */
  async function stuck(quantity: number): Promise<CardOrderDetail> {
    const { id } = await desk.paid([of(named, quantity)]);
    const ended = { state: 'FAILED', permission: 'order.ship', origin: {}, total: quantity } as const;
    const by = { createdById: crypto.randomUUID(), createdBy: '订单经办' };
    const { id: jobId } = await prisma().job.create({
      data: { ...ended, ...by, tenantId, kind: 'cardMake', payload: { tenantId, orderId: id } },
    });
    await prisma().cardOrder.update({
      where: { tenantId_id: { tenantId, id } },
      data: { state: 'MAKING', jobId },
    });
    return desk.shown(id);
  }

  test('nothing more is made until somebody has decided, and then those that are left; fees stay', async () => {
    const order = await stuck(3);
    const { approvalId } = await asked(order, 2);
    await resumeOrders(api.deps);
    expect(await desk.shown(order.id)).toMatchObject({ state: 'REFUNDING', lines: [{ made: 0 }] });
    await desk.decide('approve', approvalId);
    const going = await desk.shown(order.id);
    expect(going).toMatchObject({ state: 'MAKING', refundedAmount: 600_000 });
    const id = crypto.randomUUID();
    const card = { ...keepNumber(api.deps.dataKeys, id, newCardNumber()), id, cardNo: 'R1', cap: 500_000n };
    const { merchantId, companyId } = desk.holder;
    const line = { tenantId, merchantId, companyId, productId: named, faceAmount: 300_000n, orderN: 2 };
    const kind = { form: 'PHYSICAL', naming: 'NAMED' } as const;
    await expect(
      prisma().card.create({ data: { ...card, ...line, ...kind, orderLineId: order.lines[0]?.id ?? '' } }),
    ).rejects.toThrow(/refuse_unordered_card/);
    await resumeOrders(api.deps);
    const made = await worked(order.id);
    expect(made).toMatchObject({ state: 'TO_SHIP', lines: [{ made: 1, refunded: 2, refundable: 1 }] });
    await expectInvariants(api);
  });

  test('kept as it was, all of it is made', async () => {
    const order = await stuck(2);
    const { approvalId } = await asked(order, 2);
    await desk.decide('reject', approvalId);
    await resumeOrders(api.deps);
    expect(await worked(order.id)).toMatchObject({ state: 'TO_SHIP', lines: [{ made: 2, refundable: 2 }] });
  });
});

describe('its checker', () => {
  test('is not its maker, and decides once; one refund waits an order', async () => {
    const order = await reached('PAID', of(named, 2));
    const answers = await Promise.all([ask(order, 1), ask(order, 1)]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 406]);
    const approvalId = answers.find(({ code }) => code === 200)?.result.approvalId ?? '';
    const waiting = await desk.shown(order.id);
    expect(await ask(waiting, 1)).toMatchObject(refusedAs('当前状态为退款中，不能退款'));
    expect(await desk.call('makeOrder', { id: order.id, version: waiting.version })).toMatchObject(
      refusedAs('当前状态为退款中，不能制卡'),
    );
    const { token } = await operator(api, '又做又批', {
      permissions: ['order.view', 'order.edit', 'order.approve'],
    });
    const own = await reached('PAID', of(named, 1));
    const lines = [{ lineId: own.lines[0]?.id, quantity: 1 }];
    const input = { id: own.id, version: own.version, lines, reason: '多订了' };
    const { body } = await api.call('order/refundOrder', input, token);
    const mine = { id: body.result.approvalId };
    expect((await api.call('approval/approve', mine, token)).body).toMatchObject({ code: 406 });
    expect((await api.call('approval/withdraw', mine, token)).body).toMatchObject({ code: 200 });
    expect(await desk.shown(own.id)).toMatchObject({ state: 'PAID', refunds: [{ state: 'WITHDRAWN' }] });

    const before = await balance();
    const both = await Promise.all([desk.decide('approve', approvalId), desk.decide('approve', approvalId)]);
    expect(both.map(({ code }) => code).sort()).toEqual([200, 406]);
    expect(await balance()).toBe(before + 300_500);
  });

  test('a fault in the last step leaves everything as it was; tried again it is done once', async () => {
    const order = await reached('TO_SHIP', of(anonymous, 2));
    const { approvalId } = await asked(order, 1);
    const before = await balance();
    const owner = await connect(api.databaseUrl);
    await owner.query(`CREATE FUNCTION break_off() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'broken off'; END $$;
      CREATE TRIGGER break_off BEFORE INSERT ON ledger_postings FOR EACH ROW WHEN (NEW.source_type = 'cardOrderRefund') EXECUTE FUNCTION break_off()`);
    expect((await desk.decide('approve', approvalId)).code).toBe(500);
    expect([await balance(), await statesOf(order), (await desk.shown(order.id)).state]).toEqual([
      before,
      ['STOCK', 'STOCK'],
      'REFUNDING',
    ]);
    await owner.query('DROP TRIGGER break_off ON ledger_postings; DROP FUNCTION break_off()');
    await owner.end();
    expect(await desk.decide('approve', approvalId)).toMatchObject({ code: 200 });
    expect([await balance(), await statesOf(order)]).toEqual([before + 50_000, ['STOCK', 'CANCELLED']]);
  });
});

test('what is invoiced is not given back before the invoice is reversed, and no more is invoiced than is left', async () => {
  const order = await reached('PAID', of(named, 2));
  const left = await refunded(order, 1);
  const head = {
    title: '华东公司',
    taxNo: '91310000MA1K4BQJ2X',
    email: 'a@example.com',
    address: null,
    phone: null,
    bank: null,
    account: null,
  };
  const { code, msg, result } = await desk.call('applyInvoice', { id: order.id, ...head });
  expect([code, msg]).toEqual([200, '']);
  expect(result.invoices).toMatchObject([{ amount: 301_700, untaxedAmount: 300_000 }]);
  expect(result.invoiceableAmount).toBe(0);
  expect(await ask({ ...left, version: result.version }, 1)).toMatchObject(
    refusedAs('该订单已开票，请先红冲发票再退款'),
  );
  await expectInvariants(api);
});

test.each([
  ['no lines', { lines: [] }],
  ['no card', { lines: [{ lineId: crypto.randomUUID(), quantity: 0 }] }],
  ['part of a card', { lines: [{ lineId: crypto.randomUUID(), quantity: 1.5 }] }],
  ['100,001 cards', { lines: [{ lineId: crypto.randomUUID(), quantity: 100_001 }] }],
  ['no reason', { reason: '' }],
])('%s: 400 ∅', async (_what, given) => {
  const lines = [{ lineId: crypto.randomUUID(), quantity: 1 }];
  const before = await prisma().cardOrderRefund.count();
  expect(
    await desk.call('refundOrder', {
      id: crypto.randomUUID(),
      version: 1,
      reason: '多订了',
      lines,
      ...given,
    }),
  ).toMatchObject({ code: 400 });
  expect(await prisma().cardOrderRefund.count()).toBe(before);
});

test('nothing of an unpaid order, of another’s line, twice of one line, or in the version of before is given back', async () => {
  const order = await reached('PAID', of(named, 2));
  const other = await reached('PAID', of(named, 2));
  const lineId = order.lines[0]?.id;
  const refund = (given: object) =>
    desk.call('refundOrder', {
      ...{ id: order.id, version: order.version, reason: '多订了', lines: [{ lineId, quantity: 1 }] },
      ...given,
    });
  expect(await refund({ lines: [{ lineId: other.lines[0]?.id, quantity: 1 }] })).toMatchObject(
    refusedAs('记录不存在'),
  );
  const twice = [1, 1].map((quantity) => ({ lineId, quantity }));
  expect(await refund({ lines: twice })).toMatchObject({ code: 400 });
  expect(await refund({ version: order.version - 1 })).toMatchObject({ code: 406 });
  expect(await refund({ lines: [{ lineId, quantity: 3 }] })).toMatchObject(refusedAs('可退 2 张'));
  const { result: unpaid } = await desk.call('addOrder', {
    ...{ merchantId: desk.holder.merchantId, lines: [of(named, 1)], payMethod: 'FUND', address: '上海' },
  });
  expect(await ask(unpaid, 1)).toMatchObject(refusedAs('当前状态为待审核，不能退款'));
  expect(unpaid.lines[0]?.refundable).toBe(0);
});

test('whoever may not order, or does not see the unit, gets nothing back', async () => {
  const { id, version, lines } = await reached('PAID', of(named, 1));
  const input = { id, version, reason: '多订了', lines: [{ lineId: lines[0]?.id, quantity: 1 }] };
  const { token: sender } = await operator(api, '只发货', { permissions: ['order.view', 'order.ship'] });
  const refused = (await api.call('order/refundOrder', input, sender)).body;
  expect([refused.code, refused.msg]).toEqual([406, expect.stringContaining('权限')]);
  const elsewhere = await prisma().merchant.findFirstOrThrow({
    where: { tenantId, id: { not: desk.holder.merchantId } },
  });
  const { token: other } = await operator(api, '别处下单', {
    permissions: ['order.view', 'order.edit'],
    ...{ dataScope: 'MERCHANTS', merchantIds: [elsewhere.id] },
  });
  expect((await api.call('order/refundOrder', input, other)).body).toMatchObject(refusedAs('记录不存在'));
  const { token: poor } = await operator(api, '小额', {
    ...{ permissions: ['order.view', 'order.edit'], amountCeiling: 1_000 },
  });
  expect((await api.call('order/refundOrder', input, poor)).body.msg).toContain('超出您的权限上限');
  expect((await desk.shown(id)).state).toBe('PAID');
});
