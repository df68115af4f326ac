import { randomUUID } from 'node:crypto';
import { tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CardDesk, cardDesk } from '../../../../../tests/support/card-desk.ts';
import { expectInvariants } from '../../../../../tests/support/invariants.ts';
import { operator } from '../../../../../tests/support/operator.ts';
import { boundChannel } from '../../../../../tests/support/signed-call.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';

const tenantId = tenantIdOf('A');
let api: TestApi;
let desk: CardDesk;
let payeeMerchantNo: string;

beforeAll(async () => {
  api = await startTestApi();
  desk = await cardDesk(api, tenantId);
  await boundChannel(api, tenantId);
  const where = { tenantId, state: 'ACTIVE' } as const;
  ({ merchantNo: payeeMerchantNo } = await api.deps.database.prisma.merchant.findFirstOrThrow({ where }));
});
afterAll(() => api.close());

const asked = (amount: number, given: object) => ({
  ...{ reference: `A-${randomUUID()}`, amount, mcc: '5812', payeeMerchantNo },
  ...given,
});
const pay = (amount: number, given: object) => desk.call('dev/cardPay', asked(amount, given));
const numberOf = async (id: string) => (await desk.card(id)).cardNo;

test('what is approved is taken at once, wholly and once a reference', async () => {
  const id = await desk.loaded(30_000);
  const input = asked(12_500, { cardNo: await numberOf(id) });
  const paid = await desk.call('dev/cardPay', input);
  expect(paid.result).toMatchObject({
    ...{ approved: true, responseCode: '00', approvedAmount: 12_500, availableBalance: 17_500 },
    paymentNo: expect.stringMatching(/^P/),
  });
  expect((await desk.call('dev/cardPay', input)).result).toEqual(paid.result);
  expect(await desk.card(id)).toMatchObject({ balance: 17_500, heldBalance: 0 });
  const part = await pay(20_000, { cardNo: await numberOf(id), partialAllowed: true });
  expect(part.result).toMatchObject({ responseCode: '10', approvedAmount: 17_500 });
  expect(await desk.card(id)).toMatchObject({ balance: 0, heldBalance: 0 });
  await expectInvariants(api);
});

test('what is declined answers its code and reason, and pays nothing', async () => {
  const id = await desk.loaded(1_000);
  const cardNo = await numberOf(id);
  const declined = { approved: false, approvedAmount: 0, paymentNo: null };
  expect((await pay(1_001, { cardNo })).result).toMatchObject({
    ...{ ...declined, responseCode: '51', reason: '可用余额不足' },
  });
  expect((await pay(1, { pan: '9999000000000013' })).result).toMatchObject({
    ...{ ...declined, responseCode: '14', reason: '无效卡号' },
  });
  expect((await pay(1, { cardNo, payeeMerchantNo: 'NOBODY' })).result).toMatchObject({
    ...{ ...declined, responseCode: '03' },
  });
  expect(await desk.one('freezeCard', id)).toMatchObject({ ok: true });
  expect((await pay(1, { cardNo })).result).toMatchObject({ ...declined, responseCode: '62' });
  expect(await desk.card(id)).toMatchObject({ balance: 1_000, heldBalance: 0 });
});

test('it is the bound account that asks, and where none is bound, or its time is over, nobody can', async () => {
  const cardNo = await numberOf(await desk.loaded(1_000));
  const { result } = await pay(1, { cardNo });
  const { prisma } = api.deps.database;
  const { bindingId } = await prisma.cardAuthorization.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id: result.authorizationId } },
  });
  const bound = await prisma.channelBinding.findMany({ where: { tenantId, state: 'BOUND' } });
  const where = { tenantId, id: { in: bound.map(({ id }) => id) } };
  // The seed's account was there first, and is not bound.
  expect(where.id.in).toContain(bindingId);
  const expiresAt = new Date(api.clock.businessNow().getTime() - 1);
  for (const over of [{ state: 'INVALID' } as const, { state: 'BOUND', expiresAt } as const]) {
    await prisma.channelBinding.updateMany({ where, data: over });
    expect(await pay(1, { cardNo })).toMatchObject({
      ...{ code: 406, msg: expect.stringContaining('渠道未绑定') },
    });
  }
  await prisma.channelBinding.updateMany({ where, data: { expiresAt: null } });
  expect((await pay(1, { cardNo })).result).toMatchObject({ approved: true });
});

test('a card that one does not see is as if it were unknown', async () => {
  const id = await desk.loaded(1_000);
  const { cardNo } = await desk.card(id);
  const of = { permissions: ['card.view'], dataScope: 'MERCHANTS' as const, merchantIds: [] };
  const { token: elsewhere } = await operator(api, '看不到卡', of);
  const { token: other } = await operator(api, '外人', { permissions: ['card.view'] }, 'beichen');
  await boundChannel(api, tenantIdOf('B'));
  const unknown = (await desk.call('dev/cardPay', asked(1, { cardNo: 'C00000000' }), elsewhere)).result;
  expect(unknown).toMatchObject({ approved: false, responseCode: '14', authorizationId: null });
  for (const token of [elsewhere, other]) {
    expect((await desk.call('dev/cardPay', asked(1, { cardNo }), token)).result).toEqual(unknown);
  }
  expect(await desk.card(id)).toMatchObject({ balance: 1_000, heldBalance: 0 });
});
