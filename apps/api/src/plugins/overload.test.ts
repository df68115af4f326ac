import type underPressure from '@fastify/under-pressure';
import fp from 'fastify-plugin';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestApi, type TestApi } from '../../../../tests/support/test-api.ts';

// A second of lateness would take many seconds to make.
vi.mock('@fastify/under-pressure', async (original) => {
  const { default: plugin } = await original<{ default: typeof underPressure }>();
  return { default: fp((app, options) => app.register(plugin, { ...options, maxEventLoopDelay: 40 })) };
});

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ seed: 'none' });
});
afterAll(() => api.close());

test('event loop late: 503 with Retry-After within 1 s, /healthz 200, /readyz 503, and well again after it', async () => {
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
