import supertest from 'supertest';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startTestApi } from '../../../../tests/support/test-api.ts';
import { buildApp } from '../app.ts';

const token = 'a token for the collector';
const forwarded = { 'X-Forwarded-For': '203.0.113.7' };

async function statusOf(settings: Record<string, string>, headers: Record<string, string> = {}) {
  const api = await startTestApi({ seed: 'none', settings });
  onTestFinished(() => api.close());
  const { status, text } = await supertest(api.url).get('/metrics').set(headers);
  expect(text.includes('http_request_duration_seconds')).toBe(status === 200);
  return status;
}

describe('/metrics', () => {
  test('this machine sees them', async () => {
    expect(await statusOf({})).toBe(200);
  });

  test.each([
    ['what came through a proxy', {}, forwarded],
    ['what a proxy may have passed on', { TRUST_PROXY: 'true' }, {}],
    ['a wrong token', { METRICS_TOKEN: token, TRUST_PROXY: 'true' }, { Authorization: `Bearer ${token}x` }],
    ['no token', { METRICS_TOKEN: token }, forwarded],
  ])('%s: 404', async (_, settings, headers) => {
    expect(await statusOf(settings as Record<string, string>, headers as Record<string, string>)).toBe(404);
  });

  test('the token opens them, wherever it comes from', async () => {
    const settings = { METRICS_TOKEN: token, TRUST_PROXY: 'true' };
    expect(await statusOf(settings, { ...forwarded, Authorization: `Bearer ${token}` })).toBe(200);
  });

  test('by the address that asks', async () => {
    const api = await startTestApi({ seed: 'none' });
    onTestFinished(() => api.close());
    const app = await buildApp(api.deps);
    const ask = async (remoteAddress: string) =>
      (await app.inject({ url: '/metrics', remoteAddress })).statusCode;
    expect([await ask('192.168.0.7'), await ask('::ffff:10.0.0.7'), await ask('2001:db8::1')]).toEqual([
      404, 404, 404,
    ]);
    expect([await ask('127.0.0.1'), await ask('::ffff:127.0.0.1'), await ask('::1')]).toEqual([
      200, 200, 200,
    ]);
  });

  test('each of two services in a process tells of the process and of what itself answered, each once', async () => {
    const api = await startTestApi({ seed: 'none' });
    onTestFinished(() => api.close());
    const other = await buildApp(api.deps);
    await supertest(api.url).get('/metrics').set(forwarded);
    await supertest(api.url).get('/healthz');
    const told = [(await supertest(api.url).get('/metrics')).text, (await other.inject('/metrics')).body];
    for (const text of told) {
      for (const name of [
        'process_cpu_seconds_total',
        'nodejs_eventloop_lag_seconds',
        'database_connections',
      ])
        expect(text.match(new RegExp(`^# TYPE ${name} `, 'gm'))).toHaveLength(1);
    }
    const answered = (route: string, status: number) =>
      `http_request_duration_seconds_count{method="GET",route="${route}",status="${status}"} 1`;
    for (const line of [answered('/metrics', 404), answered('/healthz', 200)]) {
      expect(told[0]).toContain(line);
      expect(told[1]).not.toContain(line);
    }
  });
});
