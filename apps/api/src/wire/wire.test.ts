import { connect } from '@xyxlx/database/connect';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../../../tests/support/test-api.ts';

let api: TestApi;
let token: string;
beforeAll(async () => {
  api = await startTestApi({ settings: { DATABASE_WAIT: '900ms' } });
  token = await api.signIn('13800000001');
});
afterAll(() => api.close());

const list = 'merchant/queryMerchant';

describe('the envelope and its headers', () => {
  test('every answer carries its request id, and none is cached', async () => {
    const { headers, body } = await api.call(list, {}, token);
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers['cache-control']).toBe('no-store');
    expect(Object.keys(body)).toEqual(['code', 'success', 'msg', 'result']);
  });

  test('an empty body and {} are the same', async () => {
    const post = () => supertest(api.url).post(`/xyxlx/${list}`).set('Authorization', token);
    const empty = await post().set('Content-Type', 'application/json');
    const none = await post();
    const braces = await post().send({});
    expect(empty.body).toEqual(braces.body);
    expect(none.body).toEqual(braces.body);
  });

  test('a read also answers GET with its input as query parameters', async () => {
    const input = { pageSize: 3, state: ['ACTIVE', 'PENDING'], sort: { field: 'name', order: 'asc' } };
    const { body: posted } = await api.call(list, input, token);
    const { body: got } = await supertest(api.url)
      .get(`/xyxlx/${list}`)
      .query({ pageSize: '3', state: JSON.stringify(input.state), sort: JSON.stringify(input.sort) })
      .set('Authorization', `Bearer ${token}`);
    expect(got).toEqual(posted);
    expect(got.result.list).toHaveLength(3);
  });

  test('the language of msg follows Accept-Language, Chinese by default', async () => {
    const wrong = { mobile: '13800000001', password: 'nope' };
    const zh = await api.call('userAccount/login', wrong);
    const en = await api.call('userAccount/login', wrong, undefined, { 'Accept-Language': 'en-US,zh;q=0.5' });
    expect(zh.body.msg).toBe('账号或密码错误');
    expect(en.body.msg).toBe('Wrong account or password');
  });

  test.each([
    ['broken JSON', '{"a":', 'application/json', 400],
    ['a form where no file comes back', 'pageNum=1', 'application/x-www-form-urlencoded', 415],
    ['text', 'hello', 'text/plain', 415],
    ['more than 1 MiB', JSON.stringify({ keyword: 'x'.repeat(1_100_000) }), 'application/json', 413],
    ['a poisoned prototype', '{"__proto__":{"role":"admin"}}', 'application/json', 400],
  ])('%s is refused in the envelope', async (_name, payload, type, status) => {
    const answer = await supertest(api.url)
      .post(`/xyxlx/${list}`)
      .set({ Authorization: token, 'Content-Type': type })
      .send(payload);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ code: status, success: false });
  });

  test('an unknown endpoint is 404, a known one with another method 405 with Allow', async () => {
    const unknown = await api.call('merchant/nope', {}, token);
    expect([unknown.status, unknown.body.code]).toEqual([404, 404]);
    const deleted = await supertest(api.url).delete(`/xyxlx/${list}`);
    expect([deleted.status, deleted.body.code, deleted.headers.allow]).toEqual([405, 405, 'GET, POST']);
  });
});

describe('what a caller sends is taken literally', () => {
  test.each(["' OR 1=1 --", '%', '_', '\\', '"; DROP TABLE merchants; --', '$1'])(
    'SQL text in filters: %s matches nothing and breaks nothing',
    async (keyword) => {
      const { body } = await api.call(list, { keyword }, token);
      expect(body).toMatchObject({ code: 200, result: { total: 0 } });
    },
  );

  test('an unknown sort field is 400', async () => {
    const { status } = await api.call(
      list,
      { sort: { field: 'name; DROP TABLE merchants', order: 'asc' } },
      token,
    );
    expect(status).toBe(400);
  });

  test.each(['tenantId', 'role', 'balance', 'constructor'])('an unknown field (%s) is 400', async (field) => {
    const { status, body } = await api.call(list, { [field]: 1 }, token);
    expect(status).toBe(400);
    expect(body.msg).toContain(field);
  });
});

describe('faults', () => {
  test('a missing permission is 406 and says which', async () => {
    const { prisma } = api.deps.database;
    const role = await prisma.role.findFirstOrThrow({ where: { code: 'auditor' } });
    const auditor = await api.signIn('13800000008');
    await prisma.role.update({ where: { id: role.id }, data: { permissions: [] } });
    const { body } = await api.call(list, {}, auditor);
    await prisma.role.update({ where: { id: role.id }, data: { permissions: role.permissions } });
    expect(body).toMatchObject({ code: 406, result: { permission: 'merchant.view' } });
    expect(body.msg).toContain('商户 · 查看');
  });

  test('a server fault shows its request id and nothing of its cause', async () => {
    const broken = await startTestApi({
      override: (deps) => ({
        sessions: { ...deps.sessions, authenticate: () => Promise.reject(new Error('SELECT secret')) },
      }),
    });
    const { status, body, headers } = await broken.call(list, {}, 'x');
    await broken.close();
    expect([status, body.code]).toEqual([500, 500]);
    expect(body.msg).toBe(`请求失败，请稍后重试 (${headers['x-request-id']})`);
  });

  test('pool exhausted: 503 with Retry-After within 1 s, /healthz 200, /readyz 503, and well again after it', async () => {
    const { pool } = api.deps.database;
    const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
    const started = performance.now();
    const [answer, ready, health] = await Promise.all([
      api.call(list, {}, token),
      supertest(api.url).get('/readyz'),
      supertest(api.url).get('/healthz'),
    ]);
    const took = performance.now() - started;
    for (const client of held) client.release();
    expect([answer.status, answer.body.code]).toEqual([503, 503]);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect([ready.status, health.status]).toEqual([503, 200]);
    expect(took).toBeLessThan(3000);
    expect((await api.call(list, {}, token)).body.code).toBe(200);
  });

  test('database connections cut mid-flight: 500 at worst, then served again without a restart', async () => {
    const client = await connect(api.databaseUrl);
    await client.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    await client.end();
    await expect.poll(async () => (await api.call(list, {}, token)).body.code, { timeout: 10_000 }).toBe(200);
  });
});

describe('the pages', () => {
  test('framing and scripts: only by this site, no eval', async () => {
    const { headers } = await supertest(api.url).get('/healthz');
    const policy = headers['content-security-policy'];
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).not.toContain('unsafe-eval');
    expect(policy).toMatch(/script-src 'self'(?! 'unsafe-inline')/);
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  test('/metrics counts routes, never what somebody typed', async () => {
    await supertest(api.url).post('/xyxlx/merchant/13800000001');
    const { text } = await supertest(api.url).get('/metrics');
    expect(text).toContain('route="/xyxlx/merchant/queryMerchant"');
    expect(text).not.toContain('13800000001');
  });
});
