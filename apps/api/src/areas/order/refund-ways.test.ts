import type { CardOrderDetail } from '@xyxlx/contracts/card-order';
import { tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectInvariants } from '../../../../../tests/support/invariants.ts';
import { operator } from '../../../../../tests/support/operator.ts';
import { type OrderDesk, openOrderDesk } from '../../../../../tests/support/order-desk.ts';
import { postMissing } from '../../../../../tests/support/post-missing.ts';
import { boundChannel, newNonce, signedHeaders } from '../../../../../tests/support/signed-call.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { shanghaiDay } from '../../platform/time/shanghai.ts';

const tenantId = tenantIdOf('A');
let api: TestApi;
let desk: OrderDesk;
let productId: string;
const prisma = () => api.deps.database.prisma;

beforeAll(async () => {
  api = await startTestApi();
  desk = await openOrderDesk(api, tenantId);
  productId = await desk.soldProduct({ faces: [100_000n], makingFee: 500n });
});
afterAll(() => api.close());

async function toPay(payMethod: 'TRANSFER' | 'CHANNEL'): Promise<CardOrderDetail> {
  const { result } = await desk.call('addOrder', {
    ...{ merchantId: desk.holder.merchantId, payMethod, address: '上海市南京西路 1 号' },
    lines: [{ productId, faceAmount: 100_000, quantity: 2 }],
  });
  expect(await desk.decide('approve', result.approvalId)).toMatchObject({ code: 200 });
  return desk.shown(result.id);
}
/** A line of so much that came to the tenant's account at a bank. */
async function lineOf(amount: number) {
  const account = await prisma().platformAccount.findFirstOrThrow({ where: { tenantId, kind: 'BANK' } });
  const line = await prisma().statementLine.create({
    data: {
      ...{ tenantId, accountId: account.id, bankNo: 'RW-IN', direction: 'IN', state: 'UNCLAIMED' },
      ...{ amount, balanceAfter: amount, at: api.clock.businessNow() },
    },
  });
  await postMissing(api, 'statementLine');
  return { ...line, accountCompanyId: account.companyId };
}
async function refunded({ id, version, lines }: CardOrderDetail, quantity: number) {
  const { code, result } = await desk.call('refundOrder', {
    ...{ id, version, reason: '多订了', lines: [{ lineId: lines[0]?.id, quantity }] },
  });
  expect(code).toBe(200);
  expect(await desk.decide('approve', result.approvalId)).toMatchObject({ code: 200 });
  const order = await desk.shown(id);
  const [refund] = order.refunds;
  return { order, refund: refund as NonNullable<typeof refund> };
}
const legsOf = (sourceId: string) =>
  prisma().ledgerPosting.findMany({
    where: { tenantId, sourceId },
    select: {
      ...{ kind: true, debitRole: true, creditRole: true, amount: true },
      ...{ companyId: true, counterCompanyId: true, platformAccountId: true },
    },
  });
const balance = async () => {
  const { companyId } = desk.holder;
  const where = { tenantId_companyId_kind: { tenantId, companyId, kind: 'ENTERPRISE' as const } };
  return Number((await prisma().fundAccount.findUniqueOrThrow({ where })).balance);
};

test('what came by a transfer goes out of the bank account that it came to, under the number of the refund', async () => {
  const waiting = await toPay('TRANSFER');
  const line = await lineOf(waiting.payableAmount);
  const { token: claimer } = await operator(api, '认领', { permissions: ['topup.view', 'topup.edit'] });
  const { token: checker } = await operator(api, '认领复核', { permissions: ['topup.approve'] });
  const claimed = await api.call('fund/claimTopUp', { lineId: line.id, orderId: waiting.id }, claimer);
  await api.call('approval/approve', { id: claimed.body.result.approvalId }, checker);
  const before = await balance();
  const { order, refund } = await refunded(await desk.shown(waiting.id), 1);
  expect(order).toMatchObject({ state: 'PAID', refundedAmount: 100_500 });
  expect(await balance(), 'past the fund').toBe(before);
  const { companyId } = desk.holder;
  expect(await legsOf(refund.id)).toEqual([
    {
      ...{ kind: 'ORDER_REFUND', debitRole: 'ORDER', creditRole: 'BANK', amount: 100_500n, companyId },
      counterCompanyId: line.accountCompanyId === companyId ? null : line.accountCompanyId,
      platformAccountId: line.accountId,
    },
  ]);
  await expectInvariants(api);

  // The bank has not paid it yet: a break, until a line says the refund's number.
  const day = shanghaiDay(api.clock.businessNow());
  const reconciled = async () => {
    const { token } = await operator(api, '对账', { permissions: ['fund.view', 'fund.reconcile'] });
    expect((await api.call('fund/runReconciliation', { day }, token)).body).toMatchObject({ code: 200 });
    return prisma().reconciliationBreak.findMany({ where: { tenantId, reference: refund.no } });
  };
  const at = api.clock.businessNow();
  api.clock.advance(86_400_000);
  expect(await reconciled()).toMatchObject([
    { kind: 'LONG', state: 'OPEN', difference: 100_500n, accountId: line.accountId },
  ]);
  const { id } = await prisma().statementLine.create({
    data: {
      ...{ tenantId, accountId: line.accountId, bankNo: 'RW-OUT', direction: 'OUT', state: 'UNMATCHED' },
      ...{ summary: `退款 ${refund.no}`, amount: 100_500, balanceAfter: 1, at },
    },
  });
  expect(await reconciled()).toMatchObject([{ state: 'MATCHED' }]);
  expect(
    await prisma().statementLine.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id } } }),
  ).toMatchObject({ state: 'MATCHED' });
  await expectInvariants(api);
});

test('what came by a channel goes back by it', async () => {
  desk = await openOrderDesk(api, tenantId);
  const wechat = await boundChannel(api, tenantId, { channel: 'WECHAT' });
  const { id, version } = await toPay('CHANNEL');
  const { result } = await desk.call('payOrder', { id, version, channel: 'WECHAT' });
  const flowNo = `F-${newNonce()}`;
  const body = JSON.stringify({
    ...{ topUpNo: result.incoming?.no, flowNo, status: 'SUCCESS', amount: result.payableAmount },
  });
  const headers = signedHeaders(wechat, 'topup/notifyTopUp', body, { at: api.deps.clock.now() });
  await fetch(`${api.url}/xyxlx/topup/notifyTopUp`, { method: 'POST', headers, body });
  const before = await balance();
  const { order, refund } = await refunded(await desk.shown(id), 2);
  expect(order).toMatchObject({ state: 'REFUNDED', refundedAmount: order.payableAmount });
  expect(await balance()).toBe(before);
  expect(await legsOf(refund.id)).toMatchObject([
    { kind: 'ORDER_REFUND', debitRole: 'ORDER', creditRole: 'CHANNEL_WECHAT', amount: 202_200n },
  ]);
  await expectInvariants(api);
});
