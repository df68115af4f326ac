import type { CardOrderDetail } from '@xyxlx/contracts/card-order';
import type { TopUpDetail } from '@xyxlx/contracts/top-up';
import { connect } from '@xyxlx/database/connect';
import { companyId, tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { soldProduct } from '../../../../../tests/support/card-orders.ts';
import { cardHolder } from '../../../../../tests/support/cards.ts';
import { localChannels } from '../../../../../tests/support/local-channels.ts';
import { operator } from '../../../../../tests/support/operator.ts';
import { boundChannel } from '../../../../../tests/support/signed-call.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { ChannelRefused, ChannelSilent } from '../../platform/channels/channel-errors.ts';
import type { PaymentChannels } from '../../platform/channels/payment-channel.ts';

const tenantId = tenantIdOf('A');
const silent = new ChannelSilent({
  zh: '渠道 5 秒内没有回应',
  en: 'The channel did not answer within 5 seconds',
});
const refused = new ChannelRefused({ zh: '微信商户号未开通 Native 支付', en: 'Native is off' });

let api: TestApi;
let maker: string;
let checker: string;
/** What the channel does when it is asked; what it was asked for, and what it was told to close. */
let precreate: PaymentChannels['precreate'];
let asked: { account: object; payment: object }[];
let closed: string[];

beforeAll(async () => {
  const channels: PaymentChannels = {
    ...localChannels,
    precreate: (account, payment) => {
      asked.push({ account, payment });
      return precreate(account, payment);
    },
    close: async (_account, { no }) => {
      closed.push(no);
      throw silent;
    },
  };
  api = await startTestApi({ override: () => ({ paymentChannels: channels }) });
  const permissions = ['topup.view', 'topup.edit', 'order.view', 'order.edit', 'own.order'];
  ({ token: maker } = await operator(api, '充值经办', { permissions }));
  ({ token: checker } = await operator(api, '复核', { permissions: ['order.approve'] }));
  await boundChannel(api, tenantId, { channel: 'WECHAT' });
});
afterAll(() => api.close());
beforeEach(() => {
  [precreate, asked, closed] = [localChannels.precreate, [], []];
});

const call = async (path: string, input: object, token = maker, headers = {}) =>
  (await api.call(path, input, token, headers)).body;
const add = (headers = {}) =>
  call(
    'topup/addTopUp',
    { target: 'COMPANY', id: companyId('A', 0), amount: 1_000, channel: 'WECHAT' },
    maker,
    headers,
  );
const added = async (): Promise<TopUpDetail> => (await add()).result;
const ask = (id: string, token = maker) => call('topup/askTopUp', { id }, token);
const refusedAs = (msg: string) => ({ code: 406, success: false, msg, result: null });
const newest = () =>
  api.deps.database.prisma.topUp.findFirstOrThrow({ where: { tenantId }, orderBy: { topUpNo: 'desc' } });

describe('a top-up', () => {
  test('is asked for with the account’s secret in clear, by its number, for two hours', async () => {
    const { no, payUrl } = await added();
    expect(payUrl).toBe(`https://channel.example/pay?no=${no}&amount=1000`);
    const [{ account, payment } = {}] = asked;
    expect(account).toMatchObject({ channel: 'WECHAT', appId: 'app', secret: 'a secret of a test' });
    expect(payment).toMatchObject({ no, amount: 1_000, subject: `充值 ${no}` });
    const { openFor } = payment as { openFor: number };
    expect(Math.abs(openFor - 7_200_000)).toBeLessThan(60_000);
  });

  test('whose channel does not answer waits without a code, and has one once it is asked again', async () => {
    precreate = async () => {
      throw silent;
    };
    const row = await added();
    expect(row).toMatchObject({ state: 'WAITING', payUrl: null });
    expect(await ask(row.id)).toMatchObject(refusedAs('渠道 5 秒内没有回应，请稍后重试'));
    expect(await call('topup/getTopUp', { id: row.id })).toMatchObject({ result: { state: 'WAITING' } });
    precreate = localChannels.precreate;
    expect((await ask(row.id)).result).toMatchObject({
      ...{ id: row.id, state: 'WAITING', payUrl: expect.stringContaining(row.no) },
    });
    const logs = await api.deps.database.prisma.operationLog.findMany({
      where: { tenantId, targetId: row.id, action: 'askTopUp', result: 'SUCCESS' },
    });
    expect(logs[0]).toMatchObject({ module: 'topup', targetType: 'topUp', after: { channel: 'WECHAT' } });
    expect(new Set(asked.map(({ payment }) => (payment as { no: string }).no))).toEqual(new Set([row.no]));
  });

  test('that the channel refuses has failed, in its words (406), the same for the same key', async () => {
    precreate = async () => {
      throw refused;
    };
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    expect(await add(headers)).toEqual(refusedAs('微信商户号未开通 Native 支付'));
    const row = await newest();
    expect([row.state, row.payText]).toEqual(['FAILED', null]);
    const [log] = await api.deps.database.prisma.operationLog.findMany({
      where: { tenantId, targetId: row.id, reason: { not: null } },
    });
    expect(log).toMatchObject({ reason: '微信商户号未开通 Native 支付', after: { state: 'FAILED' } });
    expect(await add(headers)).toEqual(refusedAs('微信商户号未开通 Native 支付'));
    expect([asked.length, (await newest()).id]).toEqual([1, row.id]);
    expect(await ask(row.id)).toMatchObject(refusedAs('当前状态为失败，没有付款码'));
    const { result } = await call('topup/getTopUp', { id: row.id });
    expect(result.payUrl).toBeNull();
  });

  test('that is given up is closed at its channel, whether that hears of it or not', async () => {
    const { id, no, version } = await added();
    expect(await call('topup/cancelTopUp', { id, version, reason: '不付了' })).toMatchObject({
      ...{ code: 200, result: { state: 'CLOSED', payUrl: null } },
    });
    expect(closed).toEqual([no]);
    expect(await ask(id)).toMatchObject(refusedAs('当前状态为关闭，没有付款码'));
  });

  test('that is given up while its channel makes the code is closed there too, and has none', async () => {
    const reached = Promise.withResolvers<void>();
    const opened = Promise.withResolvers<void>();
    precreate = async (account, payment) => {
      reached.resolve();
      await opened.promise;
      return localChannels.precreate(account, payment);
    };
    const adding = added();
    await reached.promise;
    const { id, topUpNo, version } = await newest();
    await call('topup/cancelTopUp', { id, version, reason: '不付了' });
    opened.resolve();
    expect(await adding).toMatchObject({ id, state: 'CLOSED', payUrl: null });
    expect(closed).toEqual([topUpNo, topUpNo]);
    expect((await newest()).payText).toBeNull();
  });

  test('of an account without a secret has failed, and one that waits is given up all the same', async () => {
    const { id, version } = await added();
    const where = { tenantId, channel: 'WECHAT' as const };
    const { prisma } = api.deps.database;
    const [bound] = await prisma.channelBinding.findMany({ where });
    await prisma.channelBinding.updateMany({ where, data: { secretCipher: null, secretSetAt: null } });
    expect(await add()).toEqual(refusedAs('请先填写密钥'));
    expect((await newest()).state).toBe('FAILED');
    expect(await call('topup/cancelTopUp', { id, version, reason: '不付了' })).toMatchObject({ code: 200 });
    expect([asked.length, closed]).toEqual([1, []]);
    const { secretCipher = null, secretSetAt = null } = bound ?? {};
    await prisma.channelBinding.updateMany({ where, data: { secretCipher, secretSetAt } });
  });

  test('of another tenant is as if it were missing', async () => {
    const { id } = await added();
    const { token } = await operator(api, '外人', { permissions: ['topup.edit'] }, 'beichen');
    expect(await ask(id, token)).toMatchObject(refusedAs('记录不存在'));
    expect(asked).toHaveLength(1);
  });

  test('gets no code from the database but while it waits, and a transfer none at all', async () => {
    const owner = await connect(api.databaseUrl);
    const { id, version } = await added();
    const write = (text: string) =>
      owner.query('UPDATE top_ups SET pay_text = $3 WHERE tenant_id = $1 AND id = $2', [tenantId, id, text]);
    await expect(write('')).rejects.toThrow('top_ups_code');
    await expect(write('x'.repeat(1025))).rejects.toThrow('top_ups_code');
    await call('topup/cancelTopUp', { id, version, reason: '不付了' });
    await expect(write('https://elsewhere.example')).rejects.toThrow('refuse_late_code');
    await owner.end();
  });
});

describe('an order of cards', () => {
  let whose: Awaited<ReturnType<typeof cardHolder>>;
  let productId: string;
  beforeAll(async () => {
    whose = await cardHolder(api, tenantId);
    productId = await soldProduct(api, tenantId, { faces: [100_000n] });
  });
  async function toPay(): Promise<CardOrderDetail> {
    const order = {
      ...{ merchantId: whose.merchantId, payMethod: 'CHANNEL', address: '上海市南京西路 1 号' },
      lines: [{ productId, faceAmount: 100_000, quantity: 1 }],
    };
    const { result } = await call('order/addOrder', order);
    await call('approval/approve', { id: result.approvalId }, checker);
    return (await call('order/getOrder', { id: result.id })).result;
  }
  const pay = ({ id, version }: CardOrderDetail) =>
    call('order/payOrder', { id, version, channel: 'WECHAT' });

  test('has a code of its channel; another in its place, or its cancelling, closes that', async () => {
    const order = await toPay();
    const { incoming: first } = (await pay(order)).result;
    expect(first.payUrl).toContain(first.no);
    expect(asked[0]?.payment).toMatchObject({ no: first.no, subject: `购卡 ${order.no}` });
    const { incoming: second } = (await pay(order)).result;
    expect(closed).toEqual([first.no]);
    const { id, version } = order;
    expect(await call('order/cancelOrder', { id, version, reason: '不需要了' })).toMatchObject({
      ...{ code: 200, result: { state: 'CANCELLED', incoming: null } },
    });
    expect(closed).toEqual([first.no, second.no]);
  });

  test('that one cancels oneself closes its code too', async () => {
    const order = await toPay();
    const { incoming } = (await pay(order)).result;
    const { id, version } = order;
    expect(await call('own/cancelOrder', { id, version, reason: '不需要了' })).toMatchObject({ code: 200 });
    expect(closed).toEqual([incoming.no]);
    expect(await newest()).toMatchObject({ topUpNo: incoming.no, state: 'CLOSED' });
  });

  test('waits for its payment where the channel does not answer or refuses, and is asked for again', async () => {
    const order = await toPay();
    precreate = async () => {
      throw silent;
    };
    expect((await pay(order)).result).toMatchObject({
      ...{ state: 'TO_PAY', incoming: { state: 'WAITING', payUrl: null } },
    });
    precreate = async () => {
      throw refused;
    };
    expect(await pay(order)).toMatchObject(refusedAs('微信商户号未开通 Native 支付'));
    expect((await call('order/getOrder', { id: order.id })).result).toMatchObject({
      ...{ state: 'TO_PAY', incoming: null },
    });
    precreate = localChannels.precreate;
    expect((await pay(order)).result.incoming.payUrl).toMatch(/^https/);
  });
});
