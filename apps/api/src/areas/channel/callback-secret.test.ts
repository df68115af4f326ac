import { afterAll, beforeAll, expect, test } from 'vitest';
import { signedHeaders } from '../../../../../tests/support/signed-call.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';

let api: TestApi;
let admin: string;
beforeAll(async () => {
  api = await startTestApi();
  admin = await api.signIn('13800000001');
});
afterAll(() => api.close());

const first = 'the first callback secret, of 36 byte'.replaceAll(' ', '-');
const second = first.replace('first', 'other');

const send = async (action: string, input: object) =>
  (await api.call(`channel/${action}`, input, admin)).body;
const formOf = (externalId: string) => ({
  name: '收款',
  appId: 'app',
  externalId,
  address: 'https://openapi.alipay.com/gateway.do',
});
const stored = (id: string) => api.deps.database.prisma.channelBinding.findFirstOrThrow({ where: { id } });

/** A binding as the screen makes one, bound as if the channel had been asked. */
async function bound(callbackSecret = first) {
  const form = formOf(crypto.randomUUID());
  const { result } = await send('addBinding', {
    channel: 'ALIPAY',
    ...form,
    secret: 'a secret',
    callbackSecret,
  });
  const { tenantId } = await stored(result.id);
  await api.deps.database.prisma.channelBinding.update({
    where: { tenantId_id: { tenantId, id: result.id } },
    data: { state: 'BOUND' },
  });
  return { ...result, form };
}

/** Whether a call with this secret is let through: its body is none, which only a signed call is told. */
async function isLetIn(bindingId: string, secret: string): Promise<boolean> {
  const path = 'consumption/notifyPayment';
  const answer = await fetch(`${api.url}/xyxlx/${path}`, {
    method: 'POST',
    headers: signedHeaders({ bindingId, secret }, path, '{}'),
    body: '{}',
  });
  const { code, msg } = (await answer.json()) as { code: number; msg: string };
  if (code === 406) expect(msg).toBe('签名无效');
  return code === 400;
}

test('it is written, never read, and encrypted at rest for its own row and use', async () => {
  const row = await bound();
  expect(row).toMatchObject({
    hasSecret: true,
    hasCallbackSecret: true,
    callbackSecretSetAt: expect.any(String),
  });
  const answers = [row, await send('getBinding', { id: row.id }), await send('queryBinding', {})];
  const logs = await api.deps.database.prisma.operationLog.findMany({ where: { targetId: row.id } });
  expect(logs).toHaveLength(1);
  const { callbackSecretCipher, ...rest } = await stored(row.id);
  for (const said of [...answers, ...logs, rest, callbackSecretCipher]) {
    expect(JSON.stringify(said)).not.toContain(first);
  }
  const { dataKeys } = api.deps;
  const cipher = callbackSecretCipher as string;
  expect(dataKeys.decrypt(cipher, `channel_bindings/${row.id}/callback-secret`)).toBe(first);
  expect(() => dataKeys.decrypt(cipher, `channel_bindings/${row.id}/secret`)).toThrow();
  expect(() => dataKeys.decrypt(cipher, 'channel_bindings/another/callback-secret')).toThrow();
  expect(await isLetIn(row.id, first)).toBe(true);
});

test('rotated: the new one signs, the old one is 406 签名无效 at once, and the binding stays bound', async () => {
  const { id, version, form } = await bound();
  const kept = await send('editBinding', { id, version, ...form, name: '改名' });
  expect(kept.result).toMatchObject({ state: 'BOUND', hasCallbackSecret: true });
  expect(await isLetIn(id, first), 'left out it stays').toBe(true);
  const { result } = await send('editBinding', {
    id,
    version: kept.result.version,
    ...form,
    callbackSecret: second,
  });
  expect(result.state).toBe('BOUND');
  expect(await isLetIn(id, first)).toBe(false);
  expect(await isLetIn(id, second)).toBe(true);
  const logs = await api.deps.database.prisma.operationLog.findMany({
    where: { targetId: id },
    orderBy: { createdAt: 'asc' },
  });
  expect(logs.at(-1)?.after).toMatchObject({ callbackSecretSetAt: expect.any(String) });
});

test('a binding that is edited to another account signs no more until it is authorised, and a released one never', async () => {
  const { id, version, form } = await bound();
  const edited = await send('editBinding', { id, version, ...form, appId: 'another' });
  expect(edited.result).toMatchObject({ state: 'UNBOUND', hasCallbackSecret: true });
  expect(await isLetIn(id, first)).toBe(false);
  const released = await send('releaseBinding', { id, version: edited.result.version, reason: '停用' });
  expect(released.result).toMatchObject({ hasCallbackSecret: false, callbackSecretSetAt: null });
  expect((await stored(id)).callbackSecretCipher).toBeNull();
  const again = { id, version: released.result.version, ...form, callbackSecret: second };
  expect(await send('editBinding', again)).toMatchObject({ code: 406, msg: '渠道账号已解绑' });
});

test('31 bytes, 257 bytes and what is no visible ASCII are 400; 32 and 256 are taken', async () => {
  for (const callbackSecret of ['x'.repeat(31), 'x'.repeat(257), `${'x'.repeat(40)} `, '密'.repeat(32)]) {
    const form = formOf(crypto.randomUUID());
    const given = { channel: 'ALIPAY', ...form, secret: 'a secret', callbackSecret };
    expect((await send('addBinding', given)).code).toBe(400);
  }
  for (const callbackSecret of ['x'.repeat(32), 'x'.repeat(256)]) {
    expect(await isLetIn((await bound(callbackSecret)).id, callbackSecret)).toBe(true);
  }
});

test('only payment channels have one, which the database holds too', async () => {
  const form = { ...formOf(crypto.randomUUID()), address: 'https://qyapi.weixin.qq.com/cgi-bin/gettoken' };
  const given = { channel: 'WEWORK', ...form, secret: 'a secret' };
  const refused = { code: 406, msg: '仅支付宝、微信支付与银联可设回调密钥' };
  expect(await send('addBinding', { ...given, callbackSecret: first })).toMatchObject(refused);
  const { result } = await send('addBinding', given);
  const { id, version } = result;
  expect(await send('editBinding', { id, version, ...form, callbackSecret: first })).toMatchObject(refused);
  const { tenantId } = await stored(id);
  await expect(
    api.deps.database.prisma.channelBinding.update({
      where: { tenantId_id: { tenantId, id } },
      data: { callbackSecretCipher: 'x', callbackSecretSetAt: new Date() },
    }),
  ).rejects.toThrow('channel_bindings_callback_secret');
});
