import { randomUUID } from 'node:crypto';
import { tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CardDesk, cardDesk } from '../../../../../tests/support/card-desk.ts';
import { expectInvariants } from '../../../../../tests/support/invariants.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';

const tenantId = tenantIdOf('A');
let api: TestApi;
let desk: CardDesk;

beforeAll(async () => {
  api = await startTestApi();
  desk = await cardDesk(api, tenantId);
});
afterAll(() => api.close());
beforeEach(() => api.clock.setBusinessOffset(0));

/** A card of a face value of which so much was paid, and the payment's id. */
async function paid(face: number, amount: number, given: Parameters<CardDesk['loaded']>[1] = {}) {
  const id = await desk.loaded(face, given);
  const reference = `A-${randomUUID()}`;
  await desk.authorize((await desk.card(id)).cardNo, amount, reference);
  const { result } = await desk.capture(reference, amount);
  const { id: paymentId, paymentNo } = await api.deps.database.prisma.consumptionRecord.findUniqueOrThrow({
    where: { tenantId_paymentNo: { tenantId, paymentNo: result.paymentNo } },
  });
  return { id, paymentId, paymentNo };
}
const refund = async (id: string, amount: number) =>
  desk.call('consumption/refundConsumption', { id, amount, reason: '退货' });
const refundsOf = (relatedId: string) =>
  api.deps.database.prisma.consumptionRecord.findMany({
    where: { tenantId, relatedId },
    orderBy: [{ paidAt: 'asc' }, { id: 'asc' }],
  });
const flowsOf = async (sourceId: string) =>
  (
    await api.deps.database.prisma.cardFlow.findMany({
      where: { tenantId, sourceId },
      orderBy: { seq: 'asc' },
    })
  ).map(({ kind, delta, cardId }) => [kind, Number(delta), cardId]);

/** Puts money on a card, as its channel tells. */
async function topUp(id: string, amount: number): Promise<void> {
  const body = await desk.call('topup/addTopUp', { target: 'CARD', id, amount, channel: 'UNIONPAY' });
  const { bindingId } = await api.deps.database.prisma.topUp.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id: body.result.id } },
  });
  const told = { topUpNo: body.result.no, flowNo: `F-${randomUUID()}`, status: 'SUCCESS', amount };
  const answer = await desk.send('', told, 'topup/notifyTopUp', bindingId as string);
  expect(answer).toMatchObject({ result: { state: 'SUCCESS' } });
}

describe('a refund of what a card paid', () => {
  test('goes to the card, part after part, and no further than what was paid', async () => {
    const { id, paymentId } = await paid(30_000, 10_000);
    expect(await refund(paymentId, 4_000)).toMatchObject({ code: 200, result: { state: 'PARTLY_REFUNDED' } });
    expect(await desk.moneyOn(id)).toEqual({ balance: 24_000, held: 0 });
    expect(await refund(paymentId, 6_001)).toMatchObject({ code: 406 });
    expect(await refund(paymentId, 6_000)).toMatchObject({ code: 200, result: { state: 'REFUNDED' } });
    expect(await desk.moneyOn(id)).toEqual({ balance: 30_000, held: 0 });
    const [first] = await refundsOf(paymentId);
    expect(first).toMatchObject({ fundedBy: 'CARD', cardId: id, channel: 'CARD', personal: 0n });
    expect(await desk.legs(first?.id ?? '')).toEqual([['REFUND', 'SETTLEMENT', 'CARD', 4_000]]);
    await expectInvariants(api);
  });

  test('worked example 4: anonymous with 98,000, 5,000 come back: the card has 100,000, the fund 3,000 more', async () => {
    const { id, paymentId } = await paid(100_000, 5_000, { naming: 'ANONYMOUS', months: 36 });
    await topUp(id, 3_000);
    const before = await desk.fund();
    expect(await desk.moneyOn(id)).toEqual({ balance: 98_000, held: 0 });
    expect((await refund(paymentId, 5_000)).code).toBe(200);
    expect(await desk.moneyOn(id)).toEqual({ balance: 100_000, held: 0 });
    expect(await desk.fund()).toEqual({ ...before, balance: before.balance + 3_000 });
    const [back] = await refundsOf(paymentId);
    expect(await flowsOf(back?.id ?? '')).toEqual([
      ['REFUND', 5_000, id],
      ['OVERFLOW', -3_000, id],
    ]);
    expect(await desk.legs(back?.id ?? '')).toEqual(
      expect.arrayContaining([
        ['REFUND', 'SETTLEMENT', 'CARD', 5_000],
        ['REFUND_OVERFLOW', 'CARD', 'FUND', 3_000],
      ]),
    );
  });

  test('of a replaced card it goes to the one in its place', async () => {
    const { id, paymentId } = await paid(30_000, 10_000);
    await desk.one('reportLossCard', id);
    const { result } = await desk.replace(id);
    expect((await refund(paymentId, 4_000)).code).toBe(200);
    expect(await desk.moneyOn(id)).toEqual({ balance: 0, held: 0 });
    expect(await desk.moneyOn(result.replacementId)).toEqual({ balance: 24_000, held: 0 });
    const [back] = await refundsOf(paymentId);
    expect(back).toMatchObject({ cardId: result.replacementId });
    await expectInvariants(api);
  });

  test('of a frozen and of a lost card it goes to the card', async () => {
    for (const action of ['freezeCard', 'reportLossCard']) {
      const { id, paymentId } = await paid(30_000, 10_000);
      await desk.one(action, id);
      expect((await refund(paymentId, 4_000)).code).toBe(200);
      expect(await desk.moneyOn(id)).toEqual({ balance: 24_000, held: 0 });
    }
  });

  test('of a cancelled card it goes to the fund, all of it', async () => {
    const { id, paymentId } = await paid(10_000, 10_000);
    const { approvalId } = await desk.one('cancelCard', id);
    expect((await desk.decide(approvalId)).code).toBe(200);
    expect((await desk.card(id)).state).toBe('CANCELLED');
    const before = await desk.fund();
    expect((await refund(paymentId, 4_000)).code).toBe(200);
    expect(await desk.moneyOn(id)).toEqual({ balance: 0, held: 0 });
    expect(await desk.fund()).toEqual({ ...before, balance: before.balance + 4_000 });
    await expectInvariants(api);
  });

  test('told by the binding that captured it; by nobody else', async () => {
    const { id, paymentNo } = await paid(30_000, 10_000);
    const told = { refundNo: `RB-${randomUUID()}`, paymentNo, amount: 4_000, reason: '退货' };
    const another = await cardDesk(api, tenantId);
    expect(await another.send('', told, 'consumption/notifyRefund')).toMatchObject({
      code: 406,
      msg: '记录不存在',
    });
    for (let time = 0; time < 2; time++) {
      expect(await desk.send('', told, 'consumption/notifyRefund')).toMatchObject({
        code: 200,
        result: { refundedAmount: 4_000 },
      });
    }
    expect(await desk.moneyOn(id)).toEqual({ balance: 24_000, held: 0 });
    await expectInvariants(api);
  });

  test('the whole of today’s payment can be revoked', async () => {
    const { id, paymentId } = await paid(30_000, 10_000);
    const body = await desk.call('consumption/revokeConsumption', { id: paymentId, reason: '误刷' });
    expect(body.result).toMatchObject({ state: 'REVOKED' });
    expect(await desk.moneyOn(id)).toEqual({ balance: 30_000, held: 0 });
  });
});
