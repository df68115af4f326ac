import { request } from 'node:http';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startTestApi, type TestApi } from '../../../../tests/support/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({
    settings: { DEV_TOOLS_HOSTS: 'demo.example, API', PUBLIC_URL: 'https://console.example' },
  });
});
afterAll(() => api.close());

const users = () => api.deps.database.prisma.user.count();
/** A form that a page of another site sends without a word, with nothing filled in. */
const form = (path: string, headers: Record<string, string>, type = 'application/x-www-form-urlencoded') =>
  supertest(api.url)
    .post(`/xyxlx/dev/${path}`)
    .set({ 'Content-Type': type, ...headers })
    .send('');
const status = (path: string, headers: Record<string, string>) =>
  new Promise<number | undefined>((resolve, reject) => {
    const asked = request(`${api.url}${path}`, { headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    asked.on('error', reject).end();
  });

describe('developer endpoints take requests of this site alone', () => {
  const own = () => new URL(api.url).origin;

  test.each([
    ['a form of another site', { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }],
    ['one whose browser says only where it comes from', { Origin: 'https://evil.example' }],
    ['one whose browser says only how far away that is', { 'Sec-Fetch-Site': 'cross-site' }],
    ['one of another port of this machine', { Origin: 'http://127.0.0.1:1', 'Sec-Fetch-Site': 'same-site' }],
    ['one of another port whose browser says only where it comes from', { Origin: 'http://127.0.0.1:1' }],
    ['one of a neighbour whose browser says only how near that is', { 'Sec-Fetch-Site': 'same-site' }],
    ['one that hides where it comes from', { Origin: 'null' }],
  ])('%s is refused and resets nothing', async (_, headers) => {
    await api.deps.database.prisma.user.create({
      data: { mobile: 'kept@example.com', name: '甲', passwordHash: '' },
    });
    const before = await users();
    onTestFinished(async () => {
      await api.deps.database.prisma.user.deleteMany({ where: { mobile: 'kept@example.com' } });
    });
    for (const type of [
      'application/x-www-form-urlencoded',
      'text/plain',
      'multipart/form-data; boundary=x',
    ]) {
      const { status, body } = await form('reset', headers, type);
      expect([type, status, body.code]).toEqual([type, 403, 406]);
    }
    expect(await users()).toBe(before);
    const { status: read } = await supertest(api.url).get('/xyxlx/dev/outbox').set(headers);
    expect(read).toBe(403);
  });

  test('this site’s page, and a tool that names no site, are served', async () => {
    const input = { endpoint: 'verificationCode/aliVerification', times: 1 };
    const pages: Record<string, string>[] = [
      {},
      { Origin: own() },
      { Origin: own(), 'Sec-Fetch-Site': 'same-origin' },
    ];
    for (const headers of pages) {
      expect((await api.call('dev/failNext', input, undefined, headers)).body.code).toBe(200);
    }
  });
});

describe('with developer tools a host name that is none of ours is 421', () => {
  test.each([
    ['evil.example', 421],
    ['localhost.evil.example', 421],
    ['127.0.0.1.evil.example', 421],
    ['localhost', 200],
    ['LOCALHOST:8080', 200],
    ['board.localhost:8080', 200],
    ['127.8.9.1', 200],
    ['[::1]:8080', 200],
    ['demo.example', 200],
    ['api:8080', 200],
    ['console.example', 200],
  ])('%s: %i', async (Host, expected) => {
    expect(await status('/xyxlx/dev/outbox', { Host })).toBe(expected);
    expect(await status('/openapi.json', { Host })).toBe(expected);
  });

  test('behind a proxy neither name may be a stranger’s', async () => {
    const trusting = await startTestApi({ seed: 'none', settings: { TRUST_PROXY: 'true' } });
    onTestFinished(() => trusting.close());
    const ask = (headers: Record<string, string>) =>
      supertest(trusting.url)
        .get('/openapi.json')
        .set(headers)
        .then((answer) => answer.status);
    expect(await ask({ Host: 'localhost', 'X-Forwarded-Host': 'evil.example' })).toBe(421);
    expect(await ask({ Host: 'evil.example', 'X-Forwarded-Host': 'localhost' })).toBe(421);
    expect(await ask({ Host: 'localhost', 'X-Forwarded-Host': 'localhost' })).toBe(200);
  });

  test('operators ask by whatever address they have', async () => {
    for (const path of ['/healthz', '/readyz', '/metrics']) {
      expect([path, await status(path, { Host: '10.0.0.7:8080' })]).toEqual([path, 200]);
    }
  });

  test('without them any name is served', async () => {
    const closed = await startTestApi({ seed: 'none', settings: { DEV_TOOLS: 'off' } });
    onTestFinished(() => closed.close());
    const { status: served } = await supertest(closed.url).get('/openapi.json').set('Host', 'any.example');
    expect(served).toBe(200);
  });
});
