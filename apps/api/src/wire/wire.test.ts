import { once } from 'node:events';
import { request } from 'node:http';
import { connect as connectSocket } from 'node:net';
import { json } from 'node:stream/consumers';
import { connect } from '@xyxlx/database/connect';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../../../tests/support/test-api.ts';

let api: TestApi;
let token: string;
beforeAll(async () => {
  api = await startTestApi({
    settings: { DATABASE_WAIT: '900ms' },
    override: ({ sessions }) => ({
      sessions: {
        ...sessions,
        authenticate: (given) =>
          given === 'bug' ? Promise.reject(new Error('SELECT secret')) : sessions.authenticate(given),
      },
    }),
  });
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

  test('every answer tells the time of the business, however it was moved', async () => {
    for (const days of [0, 400, -30]) {
      api.clock.setBusinessOffset(days * 86_400_000);
      const before = api.clock.businessNow().toISOString();
      const { headers } = await api.call(list, {}, days < 0 ? 'nobody' : token);
      const told = headers['x-business-time'] as string;
      expect([told >= before, told <= api.clock.businessNow().toISOString()]).toEqual([true, true]);
    }
    api.clock.setBusinessOffset(0);
  });

  test('an empty body and {} are the same', async () => {
    const post = () => supertest(api.url).post(`/xyxlx/${list}`).set('Authorization', token);
    const empty = await post().set('Content-Type', 'application/json');
    const none = await post();
    const form = await post().type('form').set('Content-Length', '0');
    const text = await post().type('text/plain').set('Content-Length', '0');
    const braces = await post().send({});
    for (const { body } of [empty, none, form, text]) expect(body).toEqual(braces.body);
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
    const { body: bracketed } = await supertest(api.url)
      .get(
        `/xyxlx/${list}?keyword=&pageSize=3&state[]=ACTIVE&state[]=PENDING&sort[field]=name&sort[order]=asc`,
      )
      .set('Authorization', token);
    expect(bracketed).toEqual(posted);
  });

  test('the language of msg follows Accept-Language, Chinese by default', async () => {
    const said = async (language?: string) =>
      (await api.call(list, {}, undefined, language === undefined ? {} : { 'Accept-Language': language }))
        .body.msg;
    const zh = '登录已失效，请重新登录';
    const en = 'Your session has ended, please sign in again';
    expect(await Promise.all([undefined, '*', 'fr', 'en;q=0, zh', 'zh-CN,en;q=0.9'].map(said))).toEqual(
      Array(5).fill(zh),
    );
    expect(await Promise.all(['en', 'en-US,zh;q=0.5', 'fr, zh;q=0.4, en;q=0.8'].map(said))).toEqual(
      Array(3).fill(en),
    );
  });

  test.each([
    ['broken JSON', '{"a":', 'application/json', 400],
    ['a form where no file comes back', 'pageNum=1', 'application/x-www-form-urlencoded', 415],
    ['text', 'hello', 'text/plain', 415],
    ['more than 1 MiB', JSON.stringify({ keyword: 'x'.repeat(1_100_000) }), 'application/json', 413],
    ['a poisoned prototype', '{"__proto__":{"role":"admin"}}', 'application/json', 400],
    ['a number with an exponent', '{"pageNum":1e0}', 'application/json', 400],
    ['what is no UTF-8', Buffer.from('{"keyword":"\xff"}', 'latin1'), 'application/json', 400],
    ['NUL', '{"keyword":"\\u0000"}', 'application/json', 400],
    ['half a surrogate pair', '{"keyword":"\\ud83d"}', 'application/json', 400],
    ['a form without its parts', 'hello', 'multipart/form-data; boundary=b', 415],
  ])('%s is refused in the envelope', async (_name, payload, type, status) => {
    const answer = await supertest(api.url)
      .post(`/xyxlx/${list}`)
      .set({ Authorization: token, 'Content-Type': type })
      .send(payload);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ code: status, success: false });
  });

  test('a day before 1900 or after 2100 is 400, the days between are taken', async () => {
    const asked = async (day: string) =>
      (await api.call('consumption/queryConsumption', { paidFrom: day }, token)).body;
    expect((await asked('1900-01-01')).code).toBe(200);
    expect((await asked('2100-12-31')).code).toBe(200);
    for (const day of ['1899-12-31', '2101-01-01', '0001-01-01', '9999-12-31']) {
      expect(await asked(day)).toMatchObject({
        code: 400,
        result: { issues: [{ path: 'paidFrom', message: '日期须在 1900-01-01 至 2100-12-31 之间' }] },
      });
    }
  });

  test.each(['application/json', 'text/plain', 'application/x-www-form-urlencoded', undefined])(
    'an empty body in chunks that calls itself %s is {}',
    async (type) => {
      const empty = request(`${api.url}/xyxlx/${list}`, {
        method: 'POST',
        headers: {
          Authorization: token,
          'Transfer-Encoding': 'chunked',
          ...(type && { 'Content-Type': type }),
        },
      }).end();
      const [answer] = await once(empty, 'response');
      expect((await json(answer)) as object).toMatchObject({ code: 200, success: true });
    },
  );

  test('an unknown endpoint is 404, a known one with another method 405 with Allow', async () => {
    const unknown = await api.call('merchant/nope', {}, token);
    expect([unknown.status, unknown.body.code]).toEqual([404, 404]);
    const deleted = await supertest(api.url).delete(`/xyxlx/${list}`);
    expect([deleted.status, deleted.body.code, deleted.headers.allow]).toEqual([405, 405, 'GET, POST']);
  });

  test.each([
    ['a broken escape in the address', 'GET /xyxlx/% HTTP/1.1\r\nHost: localhost', 400],
    [
      'two lengths',
      'POST /xyxlx/merchant/queryMerchant HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2',
      400,
    ],
    [
      'a length and chunks',
      'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nTransfer-Encoding: chunked',
      400,
    ],
    ['headers without end', `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(140_000)}`, 431],
    [
      'an address outside the files',
      'GET /sub/board/%2e%2e/%2e%2e/package.json HTTP/1.1\r\nHost: localhost',
      404,
    ],
  ])('%s: the envelope and a request id all the same', async (_name, head, status) => {
    const { hostname, port } = new URL(api.url);
    const socket = connectSocket(Number(port), hostname);
    socket.end(`${head}\r\nConnection: close\r\n\r\n`);
    let answer = '';
    for await (const chunk of socket) answer += chunk;
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer).toMatch(/x-request-id: [0-9a-f-]{36}/i);
    expect(JSON.parse(answer.slice(answer.indexOf('{')))).toMatchObject({ code: status, success: false });
  });
});

describe('uploads', () => {
  const post = (body: string) =>
    supertest(api.url)
      .post('/xyxlx/errorReport/uploadErrorReport')
      .type('multipart/form-data; boundary=b')
      .send(body);
  const field = (name: string) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n1\r\n`;
  const file = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nwords';

  test.each([
    ['no parts', 'hello'],
    ['a file without its end', `${field('serial')}${file}`],
    ['a field twice', `${field('serial')}${field('serial')}${file}\r\n--b--\r\n`],
    ['a field twice, around the file', `${field('serial')}${file}\r\n${field('serial')}--b--\r\n`],
    ['an unknown field after the file', `${field('serial')}${file}\r\n${field('tenantId')}--b--\r\n`],
    ['a field called __proto__', `${field('serial')}${field('__proto__')}${file}\r\n--b--\r\n`],
    ['a field called toString', `${field('serial')}${field('toString')}${file}\r\n--b--\r\n`],
    ['a field without a name', `${field('serial')}${field('').replace('; name=""', '')}${file}\r\n--b--\r\n`],
    [
      'a field without end',
      `${field('serial').replace('\r\n1', `\r\n${'1'.repeat(20_000)}`)}${file}\r\n--b--\r\n`,
    ],
    ['two files', `${field('serial')}${file}\r\n${file}\r\n--b--\r\n`],
    ['no file', `${field('serial')}--b--\r\n`],
    ['a file under another name', `${field('serial')}${file.replace('"file"', '"log"')}\r\n--b--\r\n`],
  ])('%s: 400', async (_name, body) => {
    const answer = await post(body);
    expect([answer.status, answer.body.code]).toEqual([400, 400]);
  });

  test('the fields count wherever they stand, after the file too', async () => {
    const { body } = await post(`${file}\r\n${field('serial')}--b--\r\n`);
    expect(body).toMatchObject({ code: 200, result: { ticket: expect.any(String) } });
  });

  test('a file without a name is a file', async () => {
    const nameless = file
      .replace('; filename="a"', '')
      .replace('\r\n\r\n', '\r\nContent-Type: application/octet-stream\r\n\r\n');
    expect((await post(`${field('serial')}${nameless}\r\n--b--\r\n`)).body.code).toBe(200);
  });

  test('a form without a boundary: 400', async () => {
    const answer = await post('hello').type('multipart/form-data');
    expect([answer.status, answer.body.code]).toEqual([400, 400]);
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
    expect(
      body.result.issues.map(({ path, message }: { path: string; message: string }) => path || message),
    ).toEqual([expect.stringContaining(field)]);
  });

  test('markup in names is stored as it is', async () => {
    const name = '<img src=x onerror=alert(1)>';
    const power = { dataScope: 'TENANT', permissions: ['merchant.view'], ceilingAmount: null };
    const { body } = await api.call('role/addRole', { name, ...power }, token);
    expect(body.result.name).toBe(name);
  });

  test('the first problem is said in words, and each with its path', async () => {
    const { body } = await api.call('userAccount/login', { mobile: '5' });
    expect(body.msg).toBe('手机号/邮箱：格式不正确');
    expect(body.result.issues).toMatchObject([{ path: 'mobile' }, { path: 'password', message: '必填' }]);
    const english = await api.call(list, { keyword: 'x'.repeat(101) }, token, { 'Accept-Language': 'en' });
    expect(english.body.msg).toBe('Keyword: at most 100 characters');
  });

  test('what is wrong with an input is said in the request’s language, without the names of types', async () => {
    const path = 'employee/queryEmployee';
    const input = {
      pageNum: '1',
      pageSize: 1.5,
      keyword: null,
      state: 'ACTIVE',
      sort: { field: 'x', order: 'asc' },
    };
    const problems = async (language: string, sent: object) =>
      (await api.call(path, sent, token, { 'Accept-Language': language })).body.result.issues.map(
        ({ message }: { message: string }) => message,
      );
    expect(await problems('zh', input)).toEqual([
      '须为数字',
      '须为整数',
      '须为以下之一：createdAt、employeeNo',
      '须为文本',
      '须为列表',
    ]);
    expect(await problems('en', { pageSize: 1.5 })).toEqual(['must be a whole number']);
    expect(await problems('zh', { cursor: 'x' })).toEqual(['不是本列表的游标']);
    expect(await problems('en', { cursor: 'x' })).toEqual(['not a cursor of this list']);
  });

  test('__proto__ as a query parameter is 400 like any unknown field', async () => {
    const { status } = await supertest(api.url).get(`/xyxlx/${list}?__proto__=1`).set('Authorization', token);
    expect(status).toBe(400);
  });

  test('nesting without end is 400, and a hostile input gets a short answer', async () => {
    const deep = `{"name":"a","value":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    const send = (path: string, body: string) =>
      supertest(api.url).post(`/xyxlx/${path}`).set('Authorization', token).type('json').send(body);
    expect((await send('preference/savePreference', deep)).status).toBe(400);
    const fields = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`unknown${i}`, 1]));
    const many = await send(list, JSON.stringify(fields));
    expect(many.status).toBe(400);
    expect(many.text.length).toBeLessThan(2000);
  });
});

describe('faults', () => {
  test('a missing permission is 406 and says which', async () => {
    const { prisma } = api.deps.database;
    const role = await prisma.role.findFirstOrThrow({ where: { code: 'auditor' } });
    const auditor = await api.signIn('13800000008');
    await prisma.role.updateMany({ where: { id: role.id }, data: { permissions: [] } });
    const { body } = await api.call(list, {}, auditor);
    await prisma.role.updateMany({ where: { id: role.id }, data: { permissions: role.permissions } });
    expect(body).toMatchObject({ code: 406, result: { permission: 'merchant.view' } });
    expect(body.msg).toContain('商户 · 查看');
  });

  test('a server fault shows its request id and nothing of its cause', async () => {
    const { status, body, headers } = await api.call(list, {}, 'bug');
    expect([status, body.code]).toEqual([500, 500]);
    expect(body.msg).toBe(`请求失败，请稍后重试 (${headers['x-request-id']})`);
  });

  test('pool exhausted: 503 with Retry-After once DATABASE_WAIT is over, /healthz 200, /readyz 503, and well again after it', async () => {
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
    expect(took).toBeGreaterThanOrEqual(850);
    expect((await api.call(list, {}, token)).body.code).toBe(200);
  });

  test('database connections cut mid-flight: 503 at worst, then served again without a restart', async () => {
    const client = await connect(api.databaseUrl);
    await client.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    await client.end();
    const seen = new Set<number>();
    await expect
      .poll(
        async () => {
          const { body } = await api.call(list, {}, token);
          seen.add(body.code);
          return body.code;
        },
        { timeout: 10_000 },
      )
      .toBe(200);
    expect([200, 503]).toEqual(expect.arrayContaining([...seen]));
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
