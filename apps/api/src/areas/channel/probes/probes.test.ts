import { createHash, createPublicKey, generateKeyPairSync, verify, X509Certificate } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { merchantCertificate, merchantKey } from '../../../../../../tests/support/merchant-certificate.ts';
import { startTestApi, type TestApi } from '../../../../../../tests/support/test-api.ts';

const publicKey = createPublicKey(merchantKey);
const certificate = new X509Certificate(merchantCertificate);
const stranger = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});

let stub: Server;
let host: string;
let api: TestApi;
let admin: string;

beforeAll(async () => {
  stub = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    const { status = 200, body } = (
      { '/gateway.do': likeAlipay, '/v3/certificates': likeWechatPay, '/queryTrans.do': likeUnionPay }[
        request.url?.split('?', 1)[0] ?? ''
      ] ?? (() => ({ status: 404, body: '' }))
    )(form, request);
    response.writeHead(status).end(body);
  });
  await new Promise<void>((resolve) => stub.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(stub.address() as AddressInfo).port}`;
  api = await startTestApi({ settings: { CHANNEL_HOSTS: host } });
  admin = await api.signIn('13800000001');
});
afterAll(async () => {
  await api.close();
  stub.close();
});

interface Answer {
  status?: number;
  body: string;
}

const sortedText = (form: URLSearchParams, without: string) =>
  [...form]
    .filter(([name, value]) => name !== without && value !== '')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
const isSigned = (text: string, signature: string | null) =>
  verify('sha256', Buffer.from(text), publicKey, Buffer.from(signature ?? '', 'base64'));

/** What each channel's public documentation says that it checks and answers. */
function likeAlipay(form: URLSearchParams): Answer {
  const say = (name: string, value: object) => ({ body: JSON.stringify({ [name]: value, sign: 'x' }) });
  if (form.get('app_id') !== '2021000000000001') {
    const invalid = { code: '40002', msg: 'Invalid Arguments', sub_code: 'isv.invalid-app-id' };
    return say('error_response', { ...invalid, sub_msg: '无效的AppID参数' });
  }
  if (form.get('sign_type') !== 'RSA2' || !isSigned(sortedText(form, 'sign'), form.get('sign'))) {
    const invalid = { code: '40002', msg: 'Invalid Arguments', sub_code: 'isv.invalid-signature' };
    return say('error_response', { ...invalid, sub_msg: '验签出错' });
  }
  const none = { code: '40004', msg: 'Business Failed', sub_code: 'ACQ.TRADE_NOT_EXIST' };
  return say('alipay_trade_query_response', { ...none, sub_msg: '交易不存在' });
}

function likeWechatPay(_form: URLSearchParams, { headers, url }: IncomingMessage): Answer {
  const [scheme, rest = ''] = (headers.authorization ?? '').split(/ (.*)/s);
  const given = [...rest.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]);
  const { mchid, serial_no, timestamp, nonce_str, signature }: Record<string, string> =
    Object.fromEntries(given);
  const believed =
    scheme === 'WECHATPAY2-SHA256-RSA2048' &&
    headers['user-agent'] !== undefined &&
    mchid === '1900000001' &&
    serial_no === certificate.serialNumber &&
    Math.abs(Date.now() / 1000 - Number(timestamp)) < 300 &&
    isSigned(`GET\n${url}\n${timestamp}\n${nonce_str}\n\n`, signature ?? null);
  return believed
    ? { body: JSON.stringify({ data: [] }) }
    : { status: 401, body: JSON.stringify({ code: 'SIGN_ERROR', message: '签名错误' }) };
}

function likeUnionPay(form: URLSearchParams): Answer {
  const digest = createHash('sha256').update(sortedText(form, 'signature')).digest('hex');
  const believed =
    form.get('certId') === BigInt(`0x${certificate.serialNumber}`).toString() &&
    isSigned(digest, form.get('signature'));
  if (!believed) return { body: 'respCode=11&respMsg=验证签名失败[9100004]&version=5.1.0&signature=a+b==' };
  if (form.get('merId') !== '777290058110048') {
    return { body: 'respCode=31&respMsg=商户状态不正确&version=5.1.0&signature=a+b==' };
  }
  return { body: 'respCode=34&respMsg=查无此交易&version=5.1.0&signature=a+b==' };
}

const accounts = {
  ALIPAY: { path: '/gateway.do', appId: '2021000000000001', externalId: '2088000000000001' },
  WECHAT: { path: '/v3/certificates', appId: 'wx0000000000000001', externalId: '1900000001' },
  UNIONPAY: { path: '/queryTrans.do', appId: '777290058110048', externalId: '777290058110048' },
} as const;
type Signed = keyof typeof accounts;

async function check(channel: Signed, secret: string, more: object = {}) {
  const { path, ...account } = accounts[channel];
  const added = await api.call(
    'channel/addBinding',
    { channel, name: '渠道', ...account, address: `http://${host}${path}`, secret, ...more },
    admin,
  );
  expect(added.body.code, added.text).toBe(200);
  const { body } = await api.call('channel/testBinding', { id: added.body.result.id }, admin);
  const { ok, message } = body.result;
  return { ok, message };
}

const pair = `${merchantKey}\n${merchantCertificate}`;
const secrets: [Signed, string][] = [
  ['ALIPAY', merchantKey],
  ['WECHAT', pair],
  ['UNIONPAY', pair],
];

describe('测试连接 asks with a signed call', () => {
  test.each(secrets)('%s: the right secret is believed', async (channel, secret) => {
    expect(await check(channel, secret)).toEqual({ ok: true, message: '连接正常' });
  });

  test.each(secrets)('%s: a secret pasted into one line is the same secret', async (channel, secret) => {
    expect(await check(channel, secret.replaceAll('\n', ''))).toMatchObject({ ok: true });
  });

  test('Alipay: a bare key, as its own tool writes one', async () => {
    const bare = merchantKey.replace(/-----[^-]+-----|\s/g, '');
    expect(await check('ALIPAY', bare)).toMatchObject({ ok: true });
  });

  test('Alipay: another key, and an app that it does not know', async () => {
    expect(await check('ALIPAY', stranger.privateKey)).toEqual({
      ok: false,
      message: '密钥不正确：渠道验签失败（isv.invalid-signature）',
    });
    expect(await check('ALIPAY', merchantKey, { appId: '2021999999999999' })).toEqual({
      ok: false,
      message: '渠道拒绝：isv.invalid-app-id 无效的AppID参数',
    });
  });

  test('WeChat Pay: another merchant number is a signature that is not believed', async () => {
    expect(await check('WECHAT', pair, { externalId: '1900000002' })).toEqual({
      ok: false,
      message: '密钥不正确：渠道验签失败（SIGN_ERROR）',
    });
  });

  test('UnionPay: a merchant who may not trade', async () => {
    expect(await check('UNIONPAY', pair, { externalId: '777290058110000' })).toEqual({
      ok: false,
      message: '渠道拒绝：31 商户状态不正确',
    });
  });

  test('what can’t sign is named before anything is sent', async () => {
    expect((await check('ALIPAY', 'not a key at all')).message).toBe('密钥格式不正确：应为 RSA 私钥');
    expect((await check('WECHAT', merchantKey)).message).toBe(
      '密钥中没有证书：请把商户证书（PEM）粘贴在私钥之后',
    );
    expect((await check('UNIONPAY', `${stranger.privateKey}\n${merchantCertificate}`)).message).toBe(
      '密钥中的私钥与证书不是一对',
    );
  });
});
