import { randomUUID } from 'node:crypto';
import { tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CardDesk, cardDesk } from '../../../../../tests/support/card-desk.ts';
import { expectInvariants } from '../../../../../tests/support/invariants.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';

const tenantId = tenantIdOf('A');
let api: TestApi;
let desk: CardDesk;
let payeeMerchantNo: string;

beforeAll(async () => {
  api = await startTestApi();
  desk = await cardDesk(api, tenantId);
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

test('a card of another tenant is none, and a tenant without a channel is told so', async () => {
  const cardNo = await numberOf(await desk.loaded(1_000));
  const other = await api.signIn('13800000004');
  const input = asked(1, { cardNo });
  expect((await desk.call('dev/cardPay', input, other)).result).toMatchObject({ responseCode: '14' });
  const { prisma } = api.deps.database;
  const where = { tenantId: tenantIdOf('B') };
  await prisma.channelBinding.updateMany({ where, data: { channel: 'DINGTALK' } });
  expect(await desk.call('dev/cardPay', asked(1, { cardNo }), other)).toMatchObject({
    ...{ code: 406, msg: '渠道未绑定' },
  });
});
