import { request } from 'node:http';
import type { LiveEvent } from '@xyxlx/contracts/job';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
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

function connect(to: TestApi) {
  const socket = new WebSocket(`${to.url.replace('http', 'ws')}/xyxlx/ws`);
  const events: LiveEvent[] = [];
  let closed: number | undefined;
  socket.onmessage = ({ data }) => events.push(JSON.parse(data));
  socket.onclose = ({ code }) => {
    closed = code;
  };
  const opened = new Promise((resolve) => {
    socket.onopen = resolve;
  });
  return {
    events,
    send: async (message: object) => {
      await opened;
      socket.send(JSON.stringify(message));
    },
    closed: () => closed,
    heard: (type: LiveEvent['type'], timeout = 5000) =>
      vi.waitFor(() => expect(events.map((event) => event.type)).toContain(type), { timeout, interval: 20 }),
    close: () => socket.close(),
  };
}

async function signedIn(to: TestApi, mobile = '13800000001') {
  const token = await api.signIn(mobile);
  const channel = connect(to);
  await channel.send({ type: 'auth', token });
  await channel.heard('ready');
  return { token, ...channel };
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

  test('token in the first message: a forged one and an unknown message close the channel', async () => {
    const forged = connect(api);
    await forged.send({ type: 'auth', token: 'a.b.c' });
    await vi.waitFor(() => expect(forged.closed()).toBe(4403));
    const unknown = connect(api);
    await unknown.send({ type: 'hello' });
    await vi.waitFor(() => expect(unknown.closed()).toBe(4400));
    expect([...forged.events, ...unknown.events]).toEqual([]);
  });

  test('closed ≤ 5 s after revocation', async () => {
    const channel = await signedIn(replica);
    await api.call('userAccount/logout', {}, channel.token);
    await vi.waitFor(() => expect(channel.closed()).toBe(4403), { timeout: 5000, interval: 50 });
  });

  test('an expired token is said, and the refreshed one is taken on the same connection', async () => {
    const channel = await signedIn(api);
    await api.call('dev/expireToken', {}, channel.token);
    await channel.heard('expired');
    const { body } = await api.call('userAccount/refreshToken', {}, channel.token);
    channel.events.length = 0;
    await channel.send({ type: 'auth', token: body.result.token });
    await channel.heard('ready');
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
    await vi.waitFor(
      () =>
        expect(mine.events).toContainEqual({
          type: 'job',
          job: expect.objectContaining({ kind: 'importUserInfo', state: 'WAITING_CONFIRM', total: 1 }),
        }),
      { timeout: 8000, interval: 20 },
    );
    await mine.send({ type: 'ping', id: 'x' });
    await mine.heard('pong');
    expect(other.events.map(({ type }) => type)).toEqual(['ready']);
    mine.close();
    other.close();
  });
});
