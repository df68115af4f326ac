import supertest from 'supertest';
import { expect, test } from 'vitest';
import { startTestApi } from '../../../../tests/support/test-api.ts';

test('framing: `frame-ancestors self`; sub-applications only from the registry’s allow-list', async () => {
  const api = await startTestApi({ seed: 'none' });
  const policyOf = async (url: string) => {
    const policy = (await supertest(url).get('/healthz')).headers['content-security-policy'] as string;
    return Object.fromEntries(policy.split(';').map((line) => line.trim().split(/ (.*)/s).slice(0, 2)));
  };
  expect(await policyOf(api.url)).toMatchObject({ 'frame-ancestors': "'self'", 'frame-src': "'self' blob:" });

  const labels = { nameZh: '报表', nameEn: 'Reports' };
  await api.deps.database.prisma.subApp.createMany({
    data: [
      { code: 'reports', address: 'https://reports.example.com:8443/app/?a=1', ...labels },
      { code: 'again', address: 'https://reports.example.com:8443/other/', ...labels },
      { code: 'off', address: 'https://off.example.com/', ...labels, enabled: false },
    ],
  });
  const replica = await api.replica();
  const policy = await policyOf(replica.url);
  expect(policy['frame-src']).toBe("'self' blob: https://reports.example.com:8443");
  const { host } = new URL(replica.url);
  // Its modules and the base of its page, too: without them its page would stand there without its scripts.
  expect(policy['script-src']).toMatch(/^'self' 'sha256-[\w+/=]+' https:\/\/reports\.example\.com:8443$/);
  expect(policy['base-uri']).toBe("'self' https://reports.example.com:8443");
  expect(policy['connect-src']).toBe(`'self' ws://${host} wss://${host} https://reports.example.com:8443`);
  await replica.close();
  await api.close();
});

test('https only from then on: said where the browser came by https to a trusted proxy, and nowhere else', async () => {
  const said = async (url: string) => {
    const answer = await supertest(url).get('/healthz').set('X-Forwarded-Proto', 'https');
    const plain = await supertest(url).get('/healthz');
    return [answer, plain].map(({ headers }) => headers['strict-transport-security']);
  };
  const behind = await startTestApi({ seed: 'none', settings: { TRUST_PROXY: '1' } });
  expect(await said(behind.url)).toEqual(['max-age=31536000; includeSubDomains', undefined]);
  await behind.close();
  const direct = await startTestApi({ seed: 'none' });
  expect(await said(direct.url)).toEqual([undefined, undefined]);
  await direct.close();
});

test('parts of a page carry the few headers that they need; pages and workers carry their policy', async () => {
  const api = await startTestApi({ seed: 'none' });
  const secured = async (path: string) => {
    const { headers } = await supertest(api.url).get(path);
    return Object.keys(headers).filter((name) =>
      /^(x-(?!request-id)|cross-|content-security|referrer|origin)/.test(name),
    );
  };
  const few = ['x-content-type-options', 'cross-origin-resource-policy'];
  expect((await secured('/assets/index-1.js')).sort()).toEqual(few.sort());
  for (const path of ['/assets/sheet.worker-1.js', '/login', '/healthz', '/xyxlx/assets/a.js']) {
    expect(await secured(path)).toEqual(expect.arrayContaining(['content-security-policy', ...few]));
  }
  await api.close();
});
