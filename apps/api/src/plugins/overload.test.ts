import { connect } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../../../tests/support/test-api.ts';

let api: TestApi;
let reached: () => void = () => undefined;
let opened: Promise<void> | undefined;
beforeAll(async () => {
  api = await startTestApi({
    seed: 'none',
    settings: { EVENT_LOOP_DELAY: '40ms' },
    override: ({ sessions }) => ({
      sessions: {
        ...sessions,
        authenticate: async (token) => {
          reached();
          await opened;
          return sessions.authenticate(token);
        },
      },
    }),
  });
});

test('event loop late: 503 with Retry-After, /healthz 200, /readyz 503, and well again after it', async () => {
  const get = (path: string) => fetch(`${api.url}${path}`);
  const rules = '/xyxlx/userAccount/getPasswordRules';
  const busy = setInterval(() => {
    for (const until = performance.now() + 100; performance.now() < until; );
  }, 1);
  await expect.poll(async () => (await get(rules)).status, { timeout: 10_000 }).toBe(503);
  const [late, ready, health] = await Promise.all([get(rules), get('/readyz'), get('/healthz')]);
  clearInterval(busy);
  expect(late.headers.get('retry-after')).toBe('1');
  expect(await late.json()).toMatchObject({ code: 503, success: false });
  expect([ready.status, health.status]).toEqual([503, 200]);
  await expect.poll(async () => (await get(rules)).status, { timeout: 10_000 }).toBe(200);
});

// Last: the service is not there any more after it.
test('stopping: the request under way is answered, the next one on its connection is 503 in the envelope', async () => {
  const gate = Promise.withResolvers<void>();
  const under = Promise.withResolvers<void>();
  opened = gate.promise;
  reached = under.resolve;
  const { hostname, port } = new URL(api.url);
  const socket = connect(Number(port), hostname);
  const request = 'POST /xyxlx/userAccount/getUser HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n';
  socket.write(request);
  await under.promise;
  const closed = api.close();
  socket.write(request);
  await new Promise((resolve) => setImmediate(resolve));
  gate.resolve();
  let answers = '';
  for await (const chunk of socket) answers += chunk;
  await closed;
  expect(answers).toContain('"code":403');
  expect(answers).toMatch(/HTTP\/1\.1 503 .*retry-after: 1\r\n.*"code":503,"success":false/is);
});
