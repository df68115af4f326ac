import { createHash, createPublicKey, verify, X509Certificate } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { merchantCertificate, merchantKey } from '../../../../../tests/support/merchant-certificate.ts';
import { testClock } from '../../../../../tests/support/test-api.ts';
import { ChannelRefused, ChannelSilent } from './channel-errors.ts';
import { makePaymentChannels } from './make-payment-channels.ts';
import type { PayingAccount, PaymentChannels } from './payment-channel.ts';

const publicKey = createPublicKey(merchantKey);
const certificate = new X509Certificate(merchantCertificate);
const clock = testClock();

let stub: Server;
let host: string;
let channels: PaymentChannels;
/** What the stub was asked last, whether its signature was right, and what it answers next. */
let asked: { path: string; form: URLSearchParams; json: unknown; isSigned: boolean };
let answer: { status?: number; body: string };

beforeAll(async () => {
  stub = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const path = request.url?.split('?', 1)[0] ?? '';
    const isJson = request.headers['content-type'] === 'application/json';
    const form = new URLSearchParams(isJson ? '' : body);
    asked = {
      ...{ path, form, json: isJson && JSON.parse(body), isSigned: isSignedBy(request, path, body, form) },
    };
    response.writeHead(answer.status ?? 200).end(answer.body);
  });
  await new Promise<void>((resolve) => stub.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(stub.address() as AddressInfo).port}`;
});
afterAll(() => stub.close());
beforeEach(() => {
  channels = makePaymentChannels({ channelHosts: [host], publicUrl: 'https://cards.example' }, clock);
});

const isRight = (text: string, signature: string | null) =>
  verify('sha256', Buffer.from(text), publicKey, Buffer.from(signature ?? '', 'base64'));
const sortedText = (form: URLSearchParams, without: string) =>
  [...form]
    .filter(([name]) => name !== without)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');

/** As each channel checks it. */
function isSignedBy(request: IncomingMessage, path: string, body: string, form: URLSearchParams): boolean {
  if (path === '/gateway.do')
    return form.get('sign_type') === 'RSA2' && isRight(sortedText(form, 'sign'), form.get('sign'));
  if (path.endsWith('.do')) {
    const digest = createHash('sha256').update(sortedText(form, 'signature')).digest('hex');
    return isRight(digest, form.get('signature'));
  }
  const [scheme, rest = ''] = (request.headers.authorization ?? '').split(/ (.*)/s);
  const given = [...rest.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]);
  const { serial_no, timestamp, nonce_str, signature }: Record<string, string> = Object.fromEntries(given);
  const text = `${request.method}\n${request.url}\n${timestamp}\n${nonce_str}\n${body}\n`;
  return (
    scheme === 'WECHATPAY2-SHA256-RSA2048' &&
    serial_no === certificate.serialNumber &&
    isRight(text, signature ?? null)
  );
}

const pair = `${merchantKey}\n${merchantCertificate}`;
const accounts = {
  ALIPAY: {
    appId: '2021000000000001',
    externalId: '2088000000000001',
    path: '/gateway.do',
    secret: merchantKey,
  },
  WECHAT: { appId: 'wx0000000000000001', externalId: '1900000001', path: '/v3/certificates', secret: pair },
  UNIONPAY: { appId: 'u', externalId: '777290058110048', path: '/gateway/api/queryTrans.do', secret: pair },
} as const;
type Channel = keyof typeof accounts;
function account(channel: Channel, more: Partial<PayingAccount> = {}): PayingAccount {
  const { path, ...fields } = accounts[channel];
  return { channel, ...fields, address: `http://${host}${path}`, ...more };
}
const payment = { no: 'CZ00000042', amount: 1_000_050, subject: '充值 CZ00000042', openFor: 120 * 60_000 };
const refund = {
  ...{ no: 'TK00000007', amount: 50, reason: '退款', flowNo: '2026112522001' },
  at: new Date('2026-11-24T01:02:03Z'),
};
const say = (body: object | string, status = 200) => {
  answer = { status, body: typeof body === 'string' ? body : JSON.stringify(body) };
};
const failed = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );
const words = async (work: Promise<unknown>) => {
  const error = await failed(work);
  const kind =
    error instanceof ChannelRefused ? 'refused' : error instanceof ChannelSilent ? 'silent' : error;
  return [kind, (error as ChannelRefused).text?.zh];
};
/** So many minutes from now, as Asia/Shanghai writes it, give or take the time that the test takes. */
const shanghai = (minutes: number) =>
  [0, 1].map((seconds) =>
    new Date(clock.now().getTime() + minutes * 60_000 + 8 * 3_600_000 - seconds * 1000)
      .toISOString()
      .slice(0, 19),
  );

describe('支付宝', () => {
  const answered = (method: string, value: object) =>
    say({ [`alipay_trade_${method}_response`]: value, sign: 'x' });

  test('precreate: the amount in yuan, its time, no credit, and what is behind the code', async () => {
    answered('precreate', {
      code: '10000',
      msg: 'Success',
      out_trade_no: 'CZ00000042',
      qr_code: 'https://qr.alipay.com/bax',
    });
    expect(await channels.precreate(account('ALIPAY'), payment)).toEqual({
      ...{ payText: 'https://qr.alipay.com/bax', channelNo: null },
    });
    const { form, isSigned } = asked;
    expect([isSigned, form.get('app_id'), form.get('method')]).toEqual([
      ...[true, '2021000000000001', 'alipay.trade.precreate'],
    ]);
    expect(form.get('notify_url')).toBe('https://cards.example/xyxlx/topup/notifyTopUp');
    const content = JSON.parse(form.get('biz_content') ?? '');
    expect(content).toMatchObject({
      ...{ out_trade_no: 'CZ00000042', total_amount: '10000.50', timeout_express: '120m' },
    });
    expect(content.disable_pay_channels.split(',')).toEqual(
      expect.arrayContaining(['credit_group', 'creditCard', 'pcredit']),
    );
  });

  test('close: done, also where nobody had scanned it; paid: refused', async () => {
    answered('close', { code: '10000', msg: 'Success' });
    await channels.close(account('ALIPAY'), payment);
    expect([asked.isSigned, asked.form.get('method'), asked.form.get('biz_content')]).toEqual([
      ...[true, 'alipay.trade.close', '{"out_trade_no":"CZ00000042"}'],
    ]);
    answered('close', { code: '40004', msg: 'Business Failed', sub_code: 'ACQ.TRADE_NOT_EXIST' });
    expect(await failed(channels.close(account('ALIPAY'), payment))).toBeNull();
    answered('close', { code: '40004', msg: 'Business Failed', sub_code: 'ACQ.TRADE_HAS_SUCCESS' });
    expect(await words(channels.close(account('ALIPAY'), payment))).toEqual([
      ...['refused', '渠道已收到该笔付款，请等待渠道通知'],
    ]);
  });

  test('refund: under a number of its own', async () => {
    answered('refund', { code: '10000', msg: 'Success', fund_change: 'Y' });
    await channels.refund(account('ALIPAY'), payment, refund);
    expect(JSON.parse(asked.form.get('biz_content') ?? '')).toEqual({
      ...{
        out_trade_no: 'CZ00000042',
        refund_amount: '0.50',
        refund_reason: '退款',
        out_request_no: 'TK00000007',
      },
    });
  });

  test.each([
    ['isv.invalid-signature', '验签出错', 'refused', '渠道验签失败：请在渠道账号中核对密钥并重新授权'],
    [
      'isv.insufficient-isv-permissions',
      '',
      'refused',
      '支付宝应用未开通当面付：请在支付宝开放平台签约后重试',
    ],
    ['ACQ.PARTNER_ERROR', '商户<b>无效', 'refused', '渠道拒绝：ACQ.PARTNER_ERROR 商户b无效'],
    ['ACQ.SYSTEM_ERROR', '系统异常', 'silent', '渠道繁忙（ACQ.SYSTEM_ERROR）'],
  ])('%s is told in words', async (sub_code, sub_msg, kind, told) => {
    answered('precreate', { code: '40004', msg: 'Business Failed', sub_code, sub_msg });
    expect(await words(channels.precreate(account('ALIPAY'), payment))).toEqual([kind, told]);
    say({ error_response: { code: '40002', msg: 'Invalid', sub_code, sub_msg } });
    expect(await words(channels.precreate(account('ALIPAY'), payment))).toEqual([kind, told]);
  });

  test('the answer to something else is none', async () => {
    answered('query', { code: '10000', qr_code: 'https://qr.alipay.com/bax' });
    expect(await words(channels.precreate(account('ALIPAY'), payment))).toEqual([
      'silent',
      '渠道的回应无法识别',
    ]);
    answered('precreate', { code: '10000' });
    expect(await words(channels.precreate(account('ALIPAY'), payment))).toEqual([
      'silent',
      '渠道的回应无法识别',
    ]);
  });
});

describe('微信支付', () => {
  test('precreate: the amount in fen, until when, no credit cards, and what is behind the code', async () => {
    say({ code_url: 'weixin://wxpay/bizpayurl?pr=p4lpSuKzz' });
    expect(await channels.precreate(account('WECHAT'), payment)).toEqual({
      ...{ payText: 'weixin://wxpay/bizpayurl?pr=p4lpSuKzz', channelNo: null },
    });
    expect([asked.isSigned, asked.path]).toEqual([true, '/v3/pay/transactions/native']);
    expect(asked.json).toEqual({
      ...{ appid: 'wx0000000000000001', mchid: '1900000001', description: '充值 CZ00000042' },
      ...{
        out_trade_no: 'CZ00000042',
        limit_pay: ['no_credit'],
        amount: { total: 1_000_050, currency: 'CNY' },
      },
      notify_url: 'https://cards.example/xyxlx/topup/notifyTopUp',
      time_expire: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+08:00$/),
    });
    const { time_expire } = asked.json as { time_expire: string };
    expect(shanghai(120)).toContain(time_expire.slice(0, 19));
  });

  test('close and refund, each at its address', async () => {
    say('', 204);
    await channels.close(account('WECHAT'), payment);
    expect([asked.isSigned, asked.path, asked.json]).toEqual([
      ...[true, '/v3/pay/transactions/out-trade-no/CZ00000042/close', { mchid: '1900000001' }],
    ]);
    say({ status: 'SUCCESS' });
    await channels.refund(account('WECHAT'), payment, refund);
    expect([asked.isSigned, asked.path, asked.json]).toEqual([
      ...[true, '/v3/refund/domestic/refunds'],
      {
        ...{ out_trade_no: 'CZ00000042', out_refund_no: 'TK00000007', reason: '退款' },
        amount: { refund: 50, total: 1_000_050, currency: 'CNY' },
      },
    ]);
  });

  test.each([
    ['PROCESSING', 'silent', '微信退款处理中'],
    ['CLOSED', 'refused', '微信已关闭该退款：请在微信商户平台核实'],
    ['ABNORMAL', 'refused', '微信退款异常（收款账户不可用）：请在微信商户平台处理后重试'],
    [undefined, 'silent', '渠道的回应无法识别'],
  ])('a refund that is %s is told in words', async (status, kind, told) => {
    say({ status });
    expect(await words(channels.refund(account('WECHAT'), payment, refund))).toEqual([kind, told]);
  });

  test.each([
    [401, 'SIGN_ERROR', '签名错误', 'refused', '渠道验签失败：请在渠道账号中核对密钥并重新授权'],
    [403, 'NO_AUTH', '', 'refused', '微信商户号未开通 Native 支付：请在微信商户平台开通后重试'],
    [400, 'PARAM_ERROR', '参数错误', 'refused', '渠道拒绝：PARAM_ERROR 参数错误'],
    [429, 'FREQUENCY_LIMITED', '', 'silent', '渠道繁忙（FREQUENCY_LIMITED）'],
    [500, 'SYSTEM_ERROR', '', 'silent', '渠道返回 HTTP 500'],
  ])('%i %s is told in words', async (status, code, message, kind, told) => {
    say({ code, message }, status);
    expect(await words(channels.precreate(account('WECHAT'), payment))).toEqual([kind, told]);
  });

  test('is asked for nothing while it could tell nobody: the service has no public address', async () => {
    const nowhere = makePaymentChannels({ channelHosts: [host], publicUrl: undefined }, clock);
    const [kind, told] = await words(nowhere.precreate(account('WECHAT'), payment));
    expect([kind, told]).toEqual([
      'refused',
      '服务没有公网地址（PUBLIC_URL），微信支付无法通知付款结果：请联系管理员设置',
    ]);
  });
});

describe('银联', () => {
  const answered = (code: string, more = '') =>
    say(`respCode=${code}&respMsg=说明&version=5.1.0${more}&signature=a+b==`);

  test('precreate: a code beside the address of the account, until when, and its own number', async () => {
    answered('00', '&qrCode=https://qr.95516.com/00010000/62201&queryId=202611250001');
    expect(await channels.precreate(account('UNIONPAY'), payment)).toEqual({
      ...{ payText: 'https://qr.95516.com/00010000/62201', channelNo: '202611250001' },
    });
    expect([asked.isSigned, asked.path]).toEqual([true, '/gateway/api/backTransReq.do']);
    const { txnTime, payTimeout, certId, ...form } = Object.fromEntries(asked.form);
    expect(form).toMatchObject({
      ...{ txnType: '01', txnSubType: '07', bizType: '000000', channelType: '08', accessType: '0' },
      ...{ merId: '777290058110048', orderId: 'CZ00000042', txnAmt: '1000050', currencyCode: '156' },
      backUrl: 'https://cards.example/xyxlx/topup/notifyTopUp',
    });
    const digits = (minutes: number) => shanghai(minutes).map((time) => time.replaceAll(/\D/g, ''));
    expect(digits(0)).toContain(txnTime);
    expect(digits(120)).toContain(payTimeout);
    expect(certId).toBe(BigInt(`0x${certificate.serialNumber}`).toString());
  });

  test('refund: of the payment by UnionPay’s number of it; a code is not closed but ends', async () => {
    answered('00');
    await channels.refund(account('UNIONPAY'), payment, refund);
    expect(Object.fromEntries(asked.form)).toMatchObject({
      ...{ txnType: '04', txnSubType: '00', orderId: 'TK00000007', txnAmt: '50', origQryId: '2026112522001' },
    });
    expect(asked.form.get('txnTime'), 'the same however often it is asked for').toBe('20261124090203');
    // It has the refund from before.
    answered('12');
    await channels.refund(account('UNIONPAY'), payment, refund);
    answered('99');
    expect(await failed(channels.close(account('UNIONPAY'), payment))).toBeNull();
  });

  test.each([
    ['11', 'refused', '渠道验签失败：请在渠道账号中核对密钥并重新授权'],
    ['31', 'refused', '银联商户状态不正确：请联系收单机构核实商户号'],
    ['98', 'refused', '渠道拒绝：98 说明'],
    ['04', 'silent', '渠道繁忙（04）'],
  ])('%s is told in words', async (code, kind, told) => {
    answered(code);
    expect(await words(channels.precreate(account('UNIONPAY'), payment))).toEqual([kind, told]);
  });
});

describe('every channel', () => {
  const kinds = Object.keys(accounts) as Channel[];

  test.each(kinds)(
    '%s: a redirect is not followed, and nobody at the address is silence',
    async (channel) => {
      say('', 302);
      expect(await words(channels.precreate(account(channel), payment))).toEqual([
        'silent',
        '渠道返回 HTTP 302',
      ]);
      const nobody = makePaymentChannels(
        { channelHosts: ['127.0.0.1:1'], publicUrl: 'https://cards.example' },
        clock,
      );
      const { path } = accounts[channel];
      const away = account(channel, { address: `http://127.0.0.1:1${path}` });
      expect(await words(nobody.precreate(away, payment))).toEqual(['silent', '渠道无法连接']);
    },
  );

  test.each(kinds)(
    '%s: its key is shown to no other host, and a secret that can’t sign is named',
    async (channel) => {
      const foreign = account(channel, { address: 'http://169.254.169.254/latest' });
      const error = await failed(channels.precreate(foreign, payment));
      expect((error as ChannelRefused).text.zh).toContain('不允许的渠道地址');
      const [kind, told] = await words(channels.precreate(account(channel, { secret: 'no key' }), payment));
      expect([kind, told]).toEqual(['refused', '密钥格式不正确：应为 RSA 私钥']);
    },
  );
});
