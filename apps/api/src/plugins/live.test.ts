import { request } from 'node:http';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { eventually } from '../../../../tests/support/eventually.ts';
import { connectLive, listenLive } from '../../../../tests/support/live-client.ts';
import { startTestApi, type TestApi } from '../../../../tests/support/test-api.ts';

let api: TestApi;
let replica: TestApi;
beforeAll(async () => {
  api = await startTestApi();
  replica = await api.replica();
});
afterAll(async () => {
  await replica.close();
  await api.close();
});

async function signedIn(to: TestApi, mobile = '13800000001') {
  const token = await api.signIn(mobile);
  return { token, ...(await listenLive(to, token)) };
}

/** The status of an upgrade that a page of this origin asks for. */
function upgradeStatus(origin: string): Promise<number | undefined> {
  const { host } = new URL(api.url);
  const headers = {
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
    Origin: origin,
  };
  return new Promise((resolve, reject) => {
    const asked = request(`http://${host}/xyxlx/ws`, { headers });
    asked.on('upgrade', ({ statusCode }, socket) => {
      socket.destroy();
      resolve(statusCode);
    });
    asked.on('response', ({ statusCode }) => resolve(statusCode));
    asked.on('error', reject);
    asked.end();
  });
}

describe('live channel', () => {
  test('origin checked', async () => {
    expect(await upgradeStatus('https://evil.example')).toBe(403);
    expect(await upgradeStatus('null')).toBe(403);
    expect(await upgradeStatus(api.url)).toBe(101);
  });

  test('asked for without an upgrade it is no endpoint', async () => {
    const { status, body, headers } = await supertest(api.url)
      .get('/xyxlx/ws')
      .set('Origin', 'https://evil.example');
    expect({ status, body }).toMatchObject({
      status: 404,
      body: { code: 404, success: false, result: null },
    });
    expect(headers['x-request-id']).toBeTruthy();
  });

  test('token in the first message: a forged one and an unknown message close the channel', async () => {
    const forged = connectLive(api);
    await forged.send({ type: 'auth', token: 'a.b.c' });
    await eventually(() => expect(forged.closed()).toBe(4403));
    const unknown = connectLive(api);
    await unknown.send({ type: 'hello' });
    await eventually(() => expect(unknown.closed()).toBe(4400));
    expect([...forged.events, ...unknown.events]).toEqual([]);
  });

  test('closed ≤ 5 s after revocation', async () => {
    const channel = await signedIn(replica);
    await api.call('userAccount/logout', {}, channel.token);
    await eventually(() => expect(channel.closed()).toBe(4403), { timeout: 5000 });
  });

  test('closed as the revocation commits in another replica, without waiting for the next look at all', async () => {
    const before = await signedIn(replica);
    const channel = await signedIn(replica);
    const { sessions } = replica.deps;
    const authenticate = sessions.authenticate;
    const held = Promise.withResolvers<void>();
    // One after the other is looked at: where the first is held up, the second's turn does not come.
    const looks = vi.spyOn(sessions, 'authenticate').mockImplementation(async (token) => {
      if (token === before.token) await held.promise;
      return authenticate(token);
    });
    await eventually(() => expect(looks).toHaveBeenCalledWith(before.token));
    await api.call('userAccount/logout', {}, channel.token);
    await eventually(() => expect(channel.closed()).toBe(4403));
    held.resolve();
    looks.mockRestore();
  });

  test('an expired token is said, and the refreshed one is taken on the same connection', async () => {
    const channel = await signedIn(api);
    await api.call('dev/expireToken', {}, channel.token);
    await channel.heard({ type: 'expired' });
    const { body } = await api.call('userAccount/refreshToken', {}, channel.token);
    channel.events.length = 0;
    await channel.send({ type: 'auth', token: body.result.token });
    await channel.heard({ type: 'ready' });
    expect(channel.closed()).toBeUndefined();
    channel.close();
  });

  test('a job reports over every replica to whoever started it, and to nobody else', async () => {
    const mine = await signedIn(replica);
    const other = await signedIn(replica, '13800000004');
    await supertest(api.url)
      .post('/xyxlx/userAccount/importUserInfo')
      .set({ Authorization: mine.token })
      .attach('file', Buffer.from('姓名,手机号,角色\n直播,13966660001,运营\n'), 'a.csv');
    await mine.heard({
      type: 'job',
      job: expect.objectContaining({ kind: 'importUserInfo', state: 'WAITING_CONFIRM', total: 1 }),
    });
    await mine.send({ type: 'ping', id: 'x' });
    await mine.heard({ type: 'pong' });
    expect(other.events.map(({ type }) => type)).toEqual(['ready']);
    mine.close();
    other.close();
  });
});
