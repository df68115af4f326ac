import type { TopUpDetail } from '@xyxlx/contracts/top-up';
import { connect } from '@xyxlx/database/connect';
import { companyId, tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectInvariants } from '../../../../../tests/support/invariants.ts';
import { ledTo } from '../../../../../tests/support/led-to.ts';
import { localChannels } from '../../../../../tests/support/local-channels.ts';
import { operator } from '../../../../../tests/support/operator.ts';
import { openOrderDesk } from '../../../../../tests/support/order-desk.ts';
import {
  boundChannel,
  newNonce,
  type Signing,
  signedHeaders,
} from '../../../../../tests/support/signed-call.ts';
import { startTestApi, type TestApi, withoutJobs } from '../../../../../tests/support/test-api.ts';
import { refused as refusedBy, type Statement } from '../../../../../tests/support/tried-by-sql.ts';
import { ChannelRefused, ChannelSilent } from '../../platform/channels/channel-errors.ts';
import type { PaymentChannels } from '../../platform/channels/payment-channel.ts';
import { sendChannelRefunds } from './send-refunds.ts';

const tenantId = tenantIdOf('A');
const silent = new ChannelSilent({
  zh: '渠道 5 秒内没有回应',
  en: 'The channel did not answer within 5 seconds',
});
const refused = new ChannelRefused({ zh: '微信商户余额不足', en: 'The merchant has too little' });
const minute = 60_000;

let api: TestApi;
let maker: string;
let checker: string;
let wechat: Signing;
let answer: PaymentChannels['refund'];
let asked: { account: object; payment: object; refund: { no: string; amount: number; at: Date } }[];
/** What the channel has paid, by number: one number is paid once, however often it is asked for. */
let paidOut: Map<string, number>;

beforeAll(async () => {
  const channels: PaymentChannels = {
    ...localChannels,
    refund: (account, payment, refund) => {
      asked.push({ account, payment, refund });
      return answer(account, payment, refund);
    },
  };
  api = await startTestApi({
    override: (made) => ({ ...withoutJobs(made), paymentChannels: channels }),
  });
  wechat = await boundChannel(api, tenantId, { channel: 'WECHAT' });
});
afterAll(() => api.close());
beforeEach(async () => {
  // The clock is moved past what a token lives.
  ({ token: maker } = await operator(api, '充值经办', { permissions: ['topup.view', 'topup.edit'] }));
  ({ token: checker } = await operator(api, '充值复核', { permissions: ['topup.approve'] }));
  [asked, paidOut] = [[], new Map()];
  answer = pay;
});

const pay: PaymentChannels['refund'] = async (_account, _payment, { no, amount }) => {
  paidOut.set(no, amount);
};
const never =
  (error: Error): PaymentChannels['refund'] =>
  async () => {
    throw error;
  };
const call = async (path: string, input: object, token = maker) => (await api.call(path, input, token)).body;
const shown = async (id: string): Promise<TopUpDetail> => (await call('topup/getTopUp', { id })).result;
const ofChannel = async (id: string) => (await shown(id)).reversals[0]?.channelRefund;
const send = () => sendChannelRefunds(api.deps);
async function tell(topUpNo: string, amount: number): Promise<void> {
  const body = JSON.stringify({ topUpNo, flowNo: `F-${newNonce()}`, status: 'SUCCESS', amount });
  const headers = signedHeaders(wechat, 'topup/notifyTopUp', body, { at: api.deps.clock.now() });
  await fetch(`${api.url}/xyxlx/topup/notifyTopUp`, { method: 'POST', headers, body });
}
/** A top-up by a channel that came, and whose refund was agreed to; nobody has told the channel. */
async function agreed(amount = 1_000): Promise<TopUpDetail> {
  const input = { target: 'COMPANY', id: companyId('A', 0), amount, channel: 'WECHAT' };
  const { result: added } = await call('topup/addTopUp', input);
  await tell(added.no, amount);
  const { id, version } = await shown(added.id);
  const { result } = await call('topup/reverseTopUp', { id, version, kind: 'REFUND', reason: '打错了' });
  expect(await call('approval/approve', { id: result.approvalId }, checker)).toMatchObject({ code: 200 });
  return shown(id);
}

describe('a refund that goes back by a channel', () => {
  test('is asked of it once, by its number and amount, after it was agreed to', async () => {
    const { id, no, reversals } = await agreed();
    expect(reversals).toMatchObject([
      { state: 'DONE', channelRefund: { state: 'SENDING', attempts: 0, answer: null, amount: 1_000 } },
    ]);
    expect(asked).toEqual([]);
    await send();
    await send();
    expect(asked).toMatchObject([
      {
        account: { channel: 'WECHAT', secret: 'a secret of a test' },
        payment: { no, amount: 1_000 },
        refund: {
          no: reversals[0]?.no,
          amount: 1_000,
          reason: '打错了',
          flowNo: expect.stringMatching(/^F-/),
        },
      },
    ]);
    expect(await ofChannel(id)).toMatchObject({
      ...{ state: 'PAID', attempts: 1, answer: null },
      doneAt: expect.any(String),
    });
    const [log] = await api.deps.database.prisma.operationLog.findMany({
      where: { tenantId, targetId: reversals[0]?.channelRefund?.id ?? '', action: 'sendChannelRefunds' },
    });
    expect(log).toMatchObject({
      ...{ targetLabel: reversals[0]?.no, before: { state: 'SENDING' }, after: { state: 'PAID' } },
    });
    await expectInvariants(api);
  });

  test('whose channel is silent is asked again after 2, then 4 minutes, under the same number and time, and paid once', async () => {
    const { id, reversals } = await agreed();
    // The channel pays, and its answer is lost.
    answer = async (...given) => {
      await pay(...given);
      throw silent;
    };
    await send();
    expect(await ofChannel(id)).toMatchObject({ state: 'SENDING', attempts: 1, answer: silent.text });
    api.clock.advance(1.5 * minute);
    await send();
    expect(asked).toHaveLength(1);
    api.clock.advance(0.5 * minute);
    await send();
    expect(asked).toHaveLength(2);
    api.clock.advance(2 * minute);
    await send();
    expect(asked).toHaveLength(2);
    answer = pay;
    api.clock.advance(2 * minute);
    await send();
    expect(asked).toHaveLength(3);
    expect(new Set(asked.map(({ refund }) => `${refund.no} ${refund.at.toISOString()}`)).size).toBe(1);
    expect(paidOut).toEqual(new Map([[reversals[0]?.no, 1_000]]));
    expect(await ofChannel(id)).toMatchObject({ state: 'PAID', attempts: 3, answer: null });
  });

  test('that the channel refuses waits for a person, who is told why, and is asked again when that person says so', async () => {
    const { id, no, reversals } = await agreed();
    answer = never(refused);
    await send();
    const waiting = await ofChannel(id);
    expect(waiting).toMatchObject({ state: 'REFUSED', attempts: 1, answer: refused.text, doneAt: null });
    const notices = await api.deps.database.prisma.notification.findMany({
      where: { tenantId, kind: 'topUp.exception', link: { endsWith: id } },
    });
    expect(notices.length).toBeGreaterThan(0);
    expect(notices[0]).toMatchObject({
      titleZh: `充值 ${no}：渠道拒绝退款 ${reversals[0]?.no}，微信商户余额不足`,
    });
    api.clock.advance(5 * minute);
    await send();
    expect(asked).toHaveLength(1);

    const again = { id: waiting?.id, version: waiting?.version };
    expect(await call('topup/resendRefund', again)).toMatchObject({
      ...{ code: 200, result: { state: 'SENDING' } },
    });
    expect(await call('topup/resendRefund', again)).toMatchObject({
      ...{ code: 406, msg: '当前状态为渠道退款中，不能重试' },
    });
    answer = pay;
    await send();
    expect(await ofChannel(id)).toMatchObject({ state: 'PAID', attempts: 2, answer: null });
    expect(paidOut.size).toBe(1);
    await expectInvariants(api);
  });

  test('of which two replicas take care at once is asked for by one of them', async () => {
    await agreed();
    await Promise.all([send(), send(), send()]);
    expect(asked).toHaveLength(1);
  });

  test('whose replica is killed while it asks is asked for again by the same number', async () => {
    const { id } = await agreed();
    answer = async (...given) => {
      await pay(...given);
      throw new Error('killed');
    };
    await expect(send()).rejects.toThrow('killed');
    expect(await ofChannel(id)).toMatchObject({ state: 'SENDING', attempts: 1, answer: null });
    answer = pay;
    api.clock.advance(2 * minute);
    await send();
    expect([paidOut.size, asked.length]).toEqual([1, 2]);
    expect(await ofChannel(id)).toMatchObject({ state: 'PAID' });
  });

  test('of an account without a secret is refused in words, and no channel asked', async () => {
    const { id } = await agreed();
    const { bindingId } = await api.deps.database.prisma.topUp.findUniqueOrThrow({
      where: { tenantId_id: { tenantId, id } },
    });
    const where = { tenantId_id: { tenantId, id: bindingId ?? '' } };
    const { secretCipher } = await api.deps.database.prisma.channelBinding.findUniqueOrThrow({ where });
    await api.deps.database.prisma.channelBinding.update({ where, data: { secretCipher: null } });
    await send();
    expect(asked).toEqual([]);
    expect(await ofChannel(id)).toMatchObject({ state: 'REFUSED', answer: { zh: expect.any(String) } });
    await api.deps.database.prisma.channelBinding.update({ where, data: { secretCipher } });
  });
});

test('of an order, each part that is refunded is asked for by its own number', async () => {
  const desk = await openOrderDesk(api, tenantId);
  const productId = await desk.soldProduct({ faces: [100_000n], makingFee: 500n });
  const { result: handedIn } = await desk.call('addOrder', {
    ...{ merchantId: desk.holder.merchantId, payMethod: 'CHANNEL', address: '上海市南京西路 1 号' },
    lines: [{ productId, faceAmount: 100_000, quantity: 2 }],
  });
  await desk.decide('approve', handedIn.approvalId);
  const { id, version } = await desk.shown(handedIn.id);
  const { result: paying } = await desk.call('payOrder', { id, version, channel: 'WECHAT' });
  await tell(paying.incoming?.no ?? '', paying.payableAmount);
  for (const quantity of [1, 1]) {
    const { version: seen, lines } = await desk.shown(id);
    const { result } = await desk.call('refundOrder', {
      ...{ id, version: seen, reason: '多订了', lines: [{ lineId: lines[0]?.id, quantity }] },
    });
    const pending = await api.deps.database.prisma.notification.findFirst({
      where: { tenantId, kind: 'approval.pending' },
      orderBy: { id: 'desc' },
    });
    const page = `/layout/paymentreceived/order?open=${id}`;
    expect(pending?.link, 'whoever decides is led to the order').toBe(page);
    expect(await desk.decide('approve', result.approvalId)).toMatchObject({ code: 200 });
    expect(await ledTo(api, result.approvalId, checker), 'and the maker').toEqual([page, page]);
    await send();
  }
  const { refunds, state } = await desk.shown(id);
  expect(state).toBe('REFUNDED');
  expect(refunds).toMatchObject([{ channelRefund: { state: 'PAID' } }, { channelRefund: { state: 'PAID' } }]);
  expect(paidOut).toEqual(
    new Map(refunds.map(({ no, amount }) => [no, amount]).reverse() as [string, number][]),
  );
  expect(refunds.reduce((sum, { amount }) => sum + amount, 0)).toBe(paying.payableAmount);
  await expectInvariants(api);
});

test('the database refuses a refund by a channel that nobody agreed to, another amount, and one that is paid twice', async () => {
  const service = await connect(api.databaseUrl);
  const { id, reversals } = await agreed(2_000);
  const { id: refundId = '' } = (await ofChannel(id)) ?? {};
  const set = (what: string): Statement => [
    `UPDATE channel_refunds SET ${what} WHERE tenant_id = $1 AND id = $2`,
    [tenantId, refundId],
  ];
  await refusedBy(service, /refuse_other_channel_refund/, set('amount = 1'));
  await refusedBy(service, /refuse_other_channel_refund/, set(`refund_no = 'CT99999999'`));
  await refusedBy(service, /channel_refunds_done/, set(`state = 'PAID'`));
  await refusedBy(service, /channel_refunds_answer/, set(`state = 'REFUSED'`));
  await send();
  await refusedBy(service, /refuse_other_channel_refund/, set(`state = 'SENDING', done_at = NULL`));
  const again = (no: string, reversalId: string | undefined, amount: number): Statement => [
    `INSERT INTO channel_refunds (tenant_id, refund_no, top_up_id, reversal_id, amount, reason, due_at, created_at, created_by, updated_at, updated_by)
     VALUES ($1, $2, $3, $4, $5, '再退', now(), now(), '经办', now(), '经办')`,
    [tenantId, no, id, reversalId, amount],
  ];
  await refusedBy(
    service,
    /channel_refunds_tenant_id_reversal_id_key/,
    again('CT99999999', reversals[0]?.id, 2_000),
  );
  const input = { target: 'COMPANY', id: companyId('A', 0), amount: 700, channel: 'WECHAT' };
  const { result: added } = await call('topup/addTopUp', input);
  await tell(added.no, 700);
  const { version } = await shown(added.id);
  await call('topup/reverseTopUp', { id: added.id, version, kind: 'REFUND', reason: '打错了' });
  const [waits] = (await shown(added.id)).reversals;
  await refusedBy(service, /refuse_unfounded_channel_refund/, again(waits?.no ?? '', waits?.id, 700));
  await service.end();
});
