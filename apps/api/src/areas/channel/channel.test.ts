import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { stubChannelHost } from '../../platform/settings/stub-channel-host.ts';

let stub: Server;
let host: string;
let api: TestApi;
let admin: string;
const asked: string[] = [];
/** What happens while the channel is asked. */
let whileAsked = async (): Promise<void> => undefined;
const goodSecret = 'a very secret value';

beforeAll(async () => {
  stub = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://stub');
    asked.push(url.pathname);
    await whileAsked();
    if (url.pathname === '/away') {
      response.writeHead(302, { Location: 'http://127.0.0.1:1/metadata' }).end();
      return;
    }
    const good = url.searchParams.get('corpsecret') === goodSecret;
    response.end(JSON.stringify(good ? { errcode: 0, errmsg: 'ok' } : { errcode: 40001, errmsg: 'invalid' }));
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

const add = async (more: object = {}) =>
  (
    await api.call(
      'channel/addBinding',
      {
        channel: 'WEWORK',
        name: '企业微信',
        appId: 'ww1',
        externalId: crypto.randomUUID(),
        address: `http://${host}/cgi-bin/gettoken`,
        secret: goodSecret,
        ...more,
      },
      admin,
    )
  ).body;
const authorize = (row: { id: string; version: number }, token = admin) =>
  api.call('channel/authorizeBinding', { id: row.id, version: row.version }, token);

describe('channel bindings', () => {
  test('a secret is written, never read, and encrypted at rest for its own row', async () => {
    const row = (await add()).result;
    expect(JSON.stringify(row)).not.toContain(goodSecret);
    expect(row).toMatchObject({ hasSecret: true, state: 'UNBOUND' });
    const stored = await api.deps.database.prisma.channelBinding.findFirstOrThrow({ where: { id: row.id } });
    expect(stored.secretCipher).not.toContain(goodSecret);
    const { dataKeys } = api.deps;
    const cipher = stored.secretCipher as string;
    expect(dataKeys.decrypt(cipher, `channel_bindings/${row.id}/secret`)).toBe(goodSecret);
    expect(() => dataKeys.decrypt(cipher, 'channel_bindings/another/secret')).toThrow();
    const logs = await api.deps.database.prisma.operationLog.findMany({ where: { targetId: row.id } });
    expect(JSON.stringify(logs)).not.toContain(goodSecret);
  });

  test('未绑定 → 授权中 → 已绑定; a wrong secret: 已失效; released: the secret is gone', async () => {
    const row = (await add()).result;
    const states: string[] = [];
    whileAsked = async () => {
      const { state } = await api.deps.database.prisma.channelBinding.findFirstOrThrow({
        where: { id: row.id },
      });
      states.push(state);
    };
    const bound = (await authorize(row)).body.result;
    whileAsked = async () => undefined;
    expect(states).toEqual(['AUTHORIZING']);
    expect(bound).toMatchObject({ state: 'BOUND', lastCheck: { ok: true, message: '连接正常' } });
    const { id, version, name, appId, externalId, address } = bound;
    const edited = await api.call(
      'channel/editBinding',
      { id, version, name, appId, externalId, address, secret: 'wrong secret' },
      admin,
    );
    expect(edited.body.result.state).toBe('UNBOUND');
    const failed = (await authorize(edited.body.result)).body.result;
    expect(failed).toMatchObject({ state: 'INVALID', lastCheck: { ok: false } });
    const released = await api.call(
      'channel/releaseBinding',
      { id, version: failed.version, reason: '停用' },
      admin,
    );
    expect(released.body.result).toMatchObject({ state: 'RELEASED', hasSecret: false });
    expect((await authorize(released.body.result)).body.code).toBe(406);
  });

  test('测试连接 keeps what the channel said and leaves the state', async () => {
    const row = (await add({ secret: 'wrong secret' })).result;
    const { body } = await api.call('channel/testBinding', { id: row.id }, admin);
    expect(body.result).toMatchObject({
      ok: false,
      message: '渠道拒绝：40001 invalid',
      binding: { state: 'UNBOUND', lastCheck: { ok: false, message: '渠道拒绝：40001 invalid' } },
    });
  });

  test('one active a channel and external id, whoever is first', async () => {
    const externalId = crypto.randomUUID();
    const rows = [(await add({ externalId })).result, (await add({ externalId })).result];
    const answers = await Promise.all(rows.map((row) => authorize(row)));
    expect(answers.map(({ body }) => body.code).sort()).toEqual([200, 406]);
    expect(answers.find(({ body }) => body.code === 406)?.body.msg).toBe('该渠道账号已有生效中的绑定');
  });

  test('a key of one channel can’t be sent to another channel’s host', async () => {
    const alipays = 'https://openapi.alipay.com/gateway.do';
    const refused = {
      code: 406,
      msg: `不允许的渠道地址，主机须为 qyapi.weixin.qq.com、${host}、${stubChannelHost}`,
    };
    expect(await add({ address: alipays })).toMatchObject(refused);
    const { result } = await add();
    const edited = {
      id: result.id,
      version: result.version,
      name: '企业微信',
      appId: 'ww1',
      externalId: result.externalId,
    };
    expect(
      (await api.call('channel/editBinding', { ...edited, address: alipays }, admin)).body,
    ).toMatchObject(refused);
    // Nor one that was kept when it still could.
    await api.deps.database.prisma.channelBinding.updateMany({
      where: { id: result.id },
      data: { address: alipays },
    });
    expect((await api.call('channel/testBinding', { id: result.id }, admin)).body).toMatchObject(refused);
    expect(await add({ channel: 'ALIPAY', address: alipays })).toMatchObject({ code: 200 });
  });

  test('only the channels’ own hosts and those of the settings are reached, and no redirect is followed', async () => {
    for (const address of [
      'http://169.254.169.254/latest/meta-data',
      'http://127.0.0.1:1/',
      'http://qyapi.weixin.qq.com/',
      `http://user:pass@${host}/`,
    ]) {
      expect((await add({ address })).msg).toContain('不允许的渠道地址');
    }
    const row = (await add({ address: `http://${host}/away` })).result;
    const { body } = await api.call('channel/testBinding', { id: row.id }, admin);
    expect(body.result).toMatchObject({ ok: false, message: '渠道返回 HTTP 302' });
    expect(asked.at(-1)).toBe('/away');
  });
});
