import type { CardOrderDetail } from '@xyxlx/contracts/card-order';
import type { CardOrderState } from '@xyxlx/contracts/card-order-kinds';
import { tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { expectInvariants } from '../../../../../tests/support/invariants.ts';
import { operator } from '../../../../../tests/support/operator.ts';
import { type OrderDesk, openOrderDesk } from '../../../../../tests/support/order-desk.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { keepNumber, newCardNumber } from '../card/card-number.ts';
import type { MakeNumbers } from '../card/make-numbers.ts';
import { makeSomeCards } from './make-cards.ts';
import { resumeOrders } from './order-jobs.ts';
import { lockOrder } from './order-states.ts';
import { receiveShippedOrders } from './receive-shipped.ts';

const tenantId = tenantIdOf('A');
const parcel = { carrier: '顺丰速运', trackingNo: 'SF1234567890' };
let api: TestApi;
let desk: OrderDesk;
let named: string;
let anonymous: string;
let virtual: string;
const prisma = () => api.deps.database.prisma;

beforeAll(async () => {
  api = await startTestApi();
  desk = await openOrderDesk(api, tenantId);
  const unnamed = { naming: 'ANONYMOUS', months: 36, makingFee: 500n } as const;
  named = await desk.soldProduct({ faces: [300_000n], makingFee: 500n });
  anonymous = await desk.soldProduct({ ...unnamed, faces: [50_000n] });
  virtual = await desk.soldProduct({ ...unnamed, form: 'VIRTUAL', faces: [20_000n] });
});
afterAll(() => api.close());

const of = (productId: string, quantity: number) => ({
  ...{ productId, quantity },
  faceAmount: { [named]: 300_000, [anonymous]: 50_000 }[productId] ?? 20_000,
});
const reached = (id: string, state: CardOrderState, jobId: null | undefined = undefined) =>
  eventually(async () => {
    const order = await desk.shown(id);
    expect(order).toMatchObject({ state, ...(jobId === null && { jobId }) });
    return order;
  });
async function made(...lines: { productId: string; faceAmount: number; quantity: number }[]) {
  const { id, version } = await desk.paid(lines);
  expect(await desk.call('makeOrder', { id, version })).toMatchObject({ code: 200 });
  return eventually(async () => {
    const order = await desk.shown(id);
    expect(order.jobId).toBeNull();
    return order;
  });
}
const ship = ({ id, version }: Pick<CardOrderDetail, 'id' | 'version'>) =>
  desk.call('shipOrder', { id, version, ...parcel });
const cardsOf = ({ lines }: CardOrderDetail) =>
  prisma().card.findMany({
    where: { tenantId, orderLineId: { in: lines.map(({ id }) => id) } },
    orderBy: [{ orderLineId: 'asc' }, { orderN: 'asc' }],
  });
const postingsOf = async (id: string) =>
  (await prisma().ledgerPosting.findMany({ where: { tenantId, sourceId: id }, orderBy: { leg: 'asc' } })).map(
    ({ kind, debitRole, creditRole, amount }) => [kind, debitRole, creditRole, Number(amount)],
  );
const refusedAs = (msg: string) => ({ code: 406, success: false, msg, result: null });

describe('worked example 2: 40 named and 100 anonymous cards', () => {
  test('are made as ordered, sent, received; making and sending are earned as 67,170 and 4,030 of tax', async () => {
    const paid = await desk.paid([of(named, 40), of(anonymous, 100)]);
    expect(paid).toMatchObject({ amount: 17_000_000, feeAmount: 71_200, payableAmount: 17_071_200 });
    const { id } = paid;
    const answers = await Promise.all(
      [0, 1].map(() => desk.call('makeOrder', { id, version: paid.version })),
    );
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 406]);
    expect(answers.find(({ code }) => code === 200)?.result).toMatchObject({
      ...{ state: 'MAKING', jobId: expect.any(String) },
    });
    const ready = await reached(id, 'TO_SHIP');
    expect(ready.lines.map(({ made }) => made)).toEqual([40, 100]);
    expect(await prisma().job.count({ where: { tenantId, kind: 'cardMake' } })).toBe(1);

    const cards = await cardsOf(ready);
    const [first, second] = ready.lines;
    for (const [line, productId, faceAmount, naming] of [
      [first, named, 300_000n, 'NAMED'],
      [second, anonymous, 50_000n, 'ANONYMOUS'],
    ] as const) {
      const own = cards.filter(({ orderLineId }) => orderLineId === line?.id);
      expect(own.map(({ orderN }) => orderN)).toEqual(Array.from({ length: own.length }, (_, n) => n + 1));
      for (const card of own) {
        expect(card).toMatchObject({
          ...{ productId, faceAmount, naming, form: 'PHYSICAL', state: 'STOCK', balance: 0n },
          ...{ merchantId: desk.holder.merchantId, companyId: desk.holder.companyId, employeeId: null },
          cardNo: expect.stringMatching(/^C\d{8}$/),
        });
        const pan = api.deps.dataKeys.decrypt(card.panCipher, card.id);
        expect(pan).toMatch(/^999900\d{10}$/);
        expect(api.deps.dataKeys.cardIndexes(pan)[0]).toBe(card.panIndex);
        expect(pan.slice(-4)).toBe(card.lastFour);
      }
    }
    expect(await postingsOf(id)).toEqual([['ORDER_PAID', 'FUND', 'ORDER', 17_071_200]]);

    const both = await Promise.all([ship(ready), ship(ready)]);
    expect(both.map(({ code }) => code).sort()).toEqual([200, 406]);
    expect(await postingsOf(id)).toEqual([
      ['ORDER_PAID', 'FUND', 'ORDER', 17_071_200],
      ['ORDER_EARNED', 'ORDER', 'CARD_INCOME', 67_170],
      ['ORDER_EARNED', 'ORDER', 'VAT', 4_030],
    ]);
    const sent = await reached(id, 'SHIPPED', null);
    expect(sent.parcel).toEqual({ ...parcel, shippedAt: sent.updatedAt, receivedAt: null });
    const states = (await cardsOf(sent)).map(({ naming, state }) => `${naming} ${state}`);
    expect([...new Set(states)].sort()).toEqual(['ANONYMOUS PENDING', 'NAMED STOCK']);

    expect(await desk.call('receiveOrder', { id, version: sent.version })).toMatchObject({ code: 200 });
    const done = await desk.shown(id);
    expect(done.parcel?.receivedAt).toBe(done.updatedAt);
    expect(done.timeline.map(({ state, createdBy }) => [state, createdBy])).toEqual([
      ['SUBMITTED', '订单经办'],
      ['TO_PAY', '订单复核'],
      ['PAID', '订单经办'],
      ['MAKING', '订单经办'],
      ['TO_SHIP', '订单经办'],
      ['SHIPPED', '订单经办'],
      ['DONE', '订单经办'],
    ]);
    await expectInvariants(api);
  });
});

test('an ordered card is loaded out of its order, and nothing more leaves the fund', async () => {
  const order = await made(of(anonymous, 2));
  await ship(order);
  await reached(order.id, 'SHIPPED', null);
  const [card] = await cardsOf(order);
  const { token } = await operator(api, '发卡人', { permissions: ['card.view', 'card.edit'] });
  const fund = () =>
    prisma().fundAccount.findUniqueOrThrow({
      where: {
        tenantId_companyId_kind: { tenantId, companyId: desk.holder.companyId, kind: 'ENTERPRISE' },
      },
    });
  const before = await fund();
  const { body } = await api.call('card/activateCard', { ids: [card?.id], reason: '领卡' }, token);
  expect(body).toMatchObject({ code: 200, result: { done: 1 } });
  expect(await fund()).toMatchObject({ balance: before.balance, frozen: before.frozen });
  expect(await prisma().card.findFirstOrThrow({ where: { tenantId, id: card?.id ?? '' } })).toMatchObject({
    ...{ state: 'ACTIVE', balance: 50_000n },
  });
  expect(await postingsOf(card?.id ?? '')).toEqual([['CARD_LOAD', 'ORDER', 'CARD', 50_000]]);
  const seen = await api.call('card/getCard', { id: card?.id }, token);
  expect(seen.body.result.order).toEqual({ id: order.id, no: order.no });
  const { body: listed } = await api.call('card/queryCard', { orderNo: order.no.toLowerCase() }, token);
  expect(listed.result.list.map(({ id }: { id: string }) => id).sort()).toEqual(
    (await cardsOf(order)).map(({ id }) => id).sort(),
  );
  await expectInvariants(api);
});

test('where all cards are virtual the order is done once they are made: earned, and its cards to be activated', async () => {
  const order = await made(of(virtual, 1_005));
  expect(order).toMatchObject({ state: 'DONE', parcel: null, lines: [{ made: 1_005 }] });
  const fee = 1_005 * 500;
  const tax = Math.round((fee * 6) / 106);
  expect(await postingsOf(order.id)).toEqual([
    ['ORDER_PAID', 'FUND', 'ORDER', 1_005 * 20_000 + fee],
    ['ORDER_EARNED', 'ORDER', 'CARD_INCOME', fee - tax],
    ['ORDER_EARNED', 'ORDER', 'VAT', tax],
  ]);
  expect(new Set((await cardsOf(order)).map(({ state }) => state))).toEqual(new Set(['PENDING']));
  expect(await ship(order)).toMatchObject(refusedAs('当前状态为已完成，不能发货'));
  await expectInvariants(api);
});

test('nothing is made before it is paid, sent before it is made, received before it is sent; nor with the version of before', async () => {
  const { id, version } = await desk.paid([of(named, 1)]);
  expect(await ship({ id, version })).toMatchObject(refusedAs('当前状态为已付款，不能发货'));
  expect(await desk.call('receiveOrder', { id, version })).toMatchObject(
    refusedAs('当前状态为已付款，不能确认收货'),
  );
  expect(await desk.call('makeOrder', { id, version: version - 1 })).toMatchObject({ code: 406 });
  await desk.call('makeOrder', { id, version });
  const ready = await reached(id, 'TO_SHIP');
  expect(await desk.call('makeOrder', { id, version: ready.version })).toMatchObject(
    refusedAs('当前状态为待发货，不能制卡'),
  );
  expect(await desk.call('payOrder', { id, version: ready.version })).toMatchObject(refusedAs('订单已支付'));
  expect(await ship({ id, version: ready.version - 1 })).toMatchObject({ code: 406 });
  expect((await desk.shown(id)).state).toBe('TO_SHIP');
});

test('what was sent fifteen days ago, to the instant, is taken as received, and nothing earlier', async () => {
  const order = await made(of(named, 1));
  await ship(order);
  const { shippedAt } = await prisma().cardOrder.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id: order.id } },
    select: { shippedAt: true },
  });
  const due = Number(shippedAt) + 15 * 86_400_000;
  const at = (now: number) => ({ ...api.deps, clock: { ...api.clock, businessNow: () => new Date(now) } });
  await receiveShippedOrders(at(due - 1));
  expect((await desk.shown(order.id)).state).toBe('SHIPPED');
  await receiveShippedOrders(at(due));
  const done = await desk.shown(order.id);
  expect(done).toMatchObject({ state: 'DONE', parcel: { receivedAt: done.updatedAt } });
  expect(done.updatedAt).toBe(new Date(due).toISOString());
  expect(done.timeline.at(-1)).toMatchObject({ state: 'DONE', createdBy: '系统' });
});

/** An order that is being made by nobody: its job has ended as it may by a fault. */
async function stuck(quantity: number) {
  const { id, lines } = await desk.paid([of(named, quantity)]);
  const { id: jobId } = await prisma().job.create({
    data: {
      ...{
        tenantId,
        kind: 'cardMake',
        state: 'FAILED',
        permission: 'order.ship',
        origin: {},
        total: quantity,
      },
      ...{ payload: { tenantId, orderId: id }, createdById: crypto.randomUUID(), createdBy: '订单经办' },
    },
  });
  await prisma().cardOrder.update({
    where: { tenantId_id: { tenantId, id } },
    data: { state: 'MAKING', jobId },
  });
  return { id, lineId: lines[0]?.id ?? '' };
}

test('an order whose job ended before its work did is taken up again', async () => {
  const { id } = await stuck(3);
  await resumeOrders(api.deps);
  expect((await reached(id, 'TO_SHIP')).lines[0]?.made).toBe(3);
});

test('a number that another card has, now or under an older key, is drawn anew; every card is there all the same', async () => {
  const { id, lineId } = await stuck(3);
  const [taken, old] = await prisma().card.findMany({ where: { tenantId }, take: 2 });
  const draws: (readonly string[])[] = [];
  const makeNumbers: MakeNumbers = async (ids) => {
    draws.push(ids);
    return ids.map((cardId, n) => {
      const kept = keepNumber(api.deps.dataKeys, cardId, newCardNumber());
      if (draws.length > 1) return { id: cardId, ...kept, olderIndexes: [] };
      if (n === 0) return { id: cardId, ...kept, panIndex: taken?.panIndex ?? '', olderIndexes: [] };
      return { id: cardId, ...kept, olderIndexes: n === 1 ? [old?.panIndex ?? ''] : [] };
    });
  };
  const count = await inTransaction(api.deps.database, async (tx) =>
    makeSomeCards(tx, await lockOrder(tx, tenantId, id), {
      ...{ makeNumbers, by: '测试', now: api.clock.businessNow() },
    }),
  );
  // The first two of three were another card's.
  expect([count, draws[1], draws.length]).toEqual([3, draws[0]?.slice(0, 2), 2]);
  const cards = await prisma().card.findMany({
    where: { tenantId, orderLineId: lineId },
    orderBy: { orderN: 'asc' },
  });
  expect(cards.map(({ orderN }) => orderN)).toEqual([1, 2, 3]);
  const { value } = await prisma().tenantCounter.findFirstOrThrow({ where: { tenantId, kind: 'C' } });
  expect(cards.at(-1)?.cardNo).toBe(`C${String(value).padStart(8, '0')}`);
});

test('whoever may not send, or does not see the unit, makes and sends nothing', async () => {
  const { id, version } = await desk.paid([of(named, 1)]);
  const { token: buyer } = await operator(api, '只下单', { permissions: ['order.view', 'order.edit'] });
  const refused = await api.call('order/makeOrder', { id, version }, buyer);
  expect([refused.body.code, refused.body.msg]).toEqual([406, expect.stringContaining('权限')]);
  const elsewhere = await prisma().merchant.findFirstOrThrow({
    where: { tenantId, id: { not: desk.holder.merchantId } },
  });
  const { token: other } = await operator(api, '别处发货', {
    permissions: ['order.view', 'order.ship'],
    dataScope: 'MERCHANTS',
    merchantIds: [elsewhere.id],
  });
  for (const action of ['makeOrder', 'shipOrder']) {
    const given = action === 'shipOrder' ? parcel : {};
    const { body } = await api.call(`order/${action}`, { id, version, ...given }, other);
    expect(body).toMatchObject(refusedAs('记录不存在'));
  }
  expect((await desk.shown(id)).state).toBe('PAID');
});
