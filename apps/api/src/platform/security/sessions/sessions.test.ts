import { createHmac } from 'node:crypto';
import { demoPassword } from '@xyxlx/database/seed/accounts';
import jwt from 'jsonwebtoken';
import pLimit from 'p-limit';
import type pg from 'pg';
import supertest from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sessionOf, userIdOf } from '../../../../../../tests/support/accounts.ts';
import { startTestApi, type TestApi } from '../../../../../../tests/support/test-api.ts';
import { waitingForLock } from '../../../../../../tests/support/waiting-for-lock.ts';

const minute = 60_000;
const [admin, maker, tenantB, operator] = [
  '13800000001',
  '13800000002',
  '13800000004',
  '13800000005',
] as const;

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

const read = (token: string, on = api) => on.call('userAccount/getUser', {}, token);
const refresh = (token: string, on = api) => on.call('userAccount/refreshToken', {}, token);
const over = (msg = '登录已失效，请重新登录') => ({ code: 403, success: false, msg, result: null });
const idle = over('长时间未操作，登录已失效，请重新登录');
const reused = over('登录凭证被重复使用，为保护账号已退出，请重新登录');
const signedOut = over('您已在别处退出登录，请重新登录');
const disabled = over('账号已停用，或所属租户已停用、到期，请联系管理员');
const expired = { code: 402, success: false, msg: '登录已过期', result: null };

describe('each request', () => {
  let token: string;
  beforeEach(async () => {
    token = await api.signIn(maker);
  });

  test('a current token goes on, with and without Bearer', async () => {
    expect((await read(token)).body.code).toBe(200);
    expect((await read(`Bearer ${token}`)).body.code).toBe(200);
  });

  test('an expired token of a live session is 402, decided before the body is parsed', async () => {
    await api.call('dev/expireToken', {}, token);
    expect((await read(token)).body).toEqual(expired);
    const broken = await supertest(api.url)
      .post('/xyxlx/userAccount/updatePassword')
      .set('Authorization', token)
      .set('Content-Type', 'application/json')
      .send('{"broken');
    expect(broken.body).toEqual(expired);
  });

  test('a token is expired when its own time is up', async () => {
    api.clock.advance(10 * minute + 1000);
    expect((await read(token)).body).toEqual(expired);
  });

  test('the token just before the current one goes on while it is in flight', async () => {
    api.clock.advance(2 * minute);
    const { body } = await refresh(token);
    expect(body.result.token).not.toBe(token);
    expect((await read(token)).body.code).toBe(200);
    expect((await read(body.result.token)).body.code).toBe(200);
  });

  test('an older generation is 402 even while its own time lasts', async () => {
    api.clock.advance(2 * minute);
    const second = (await refresh(token)).body.result.token;
    await read(second);
    api.clock.advance(2 * minute);
    await read((await refresh(second)).body.result.token);
    expect((await read(token)).body).toEqual(expired);
  });

  test('past the idle life it is 403', async () => {
    api.clock.advance(30 * minute + 1000);
    expect((await read(token)).body).toEqual(idle);
    expect((await refresh(token)).body).toEqual(idle);
  });

  test('past the absolute life it is 403, however often it was refreshed', async () => {
    let current = token;
    for (let passed = 0; passed < 12 * 60; passed += 25) {
      api.clock.advance(25 * minute);
      current = (await refresh(current)).body.result?.token ?? current;
    }
    expect((await read(current)).body).toEqual(over('登录已达最长时间，请重新登录'));
    expect((await refresh(current)).body).toEqual(over('登录已达最长时间，请重新登录'));
  });

  test('permissions are read fresh: a role taken away is 406 on the next call', async () => {
    const membership = { membershipId: (await sessionOf(api, token)).membershipId };
    const roles = await api.deps.database.prisma.membershipRole.findMany({ where: membership });
    expect((await api.call('merchant/queryMerchant', {}, token)).body.code).toBe(200);
    await api.deps.database.prisma.membershipRole.deleteMany({ where: membership });
    const { body } = await api.call('merchant/queryMerchant', {}, token);
    expect(body).toMatchObject({ code: 406, result: { permission: 'merchant.view' } });
    await api.deps.database.prisma.membershipRole.createMany({ data: roles });
  });
});

describe('forged, alg:none, truncated, oversized token: 403 ∅', () => {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

  test.each([
    ['no token', async () => undefined],
    ['not a token', async () => 'hello'],
    ['an empty Bearer', async () => 'Bearer '],
    [
      'signed by somebody else',
      async (token: string) => jwt.sign(jwt.decode(token) as object, 'x'.repeat(40)),
    ],
    ['alg:none', async (token: string) => `${encode({ alg: 'none', typ: 'JWT' })}.${token.split('.')[1]}.`],
    [
      'another algorithm with the right secret',
      async (token: string) =>
        jwt.sign(jwt.decode(token) as object, api.deps.settings.jwtSecrets[0], { algorithm: 'HS512' }),
    ],
    ['truncated', async (token: string) => token.slice(0, -3)],
    ['its claims changed', async (token: string) => token.replace(/\.[^.]+\./, `.${encode({ gen: 1 })}.`)],
    ['oversized', async (token: string) => `${token}${'A'.repeat(100_000)}`],
    [
      'signed, but of no session',
      async () =>
        sign({ sub: crypto.randomUUID(), sid: crypto.randomUUID(), gen: 1, iat: 1, exp: 9_999_999_999 }),
    ],
    [
      'signed, but the session’s id is no id',
      async () => sign({ sub: 'x', sid: "' OR 1=1", gen: 1, exp: 9_999_999_999 }),
    ],
    [
      'signed for another user’s session',
      async (token: string) => sign({ ...(jwt.decode(token) as object), sub: crypto.randomUUID() }),
    ],
  ])('%s', async (_name, forge) => {
    const token = await api.signIn(maker);
    const before = await sessionOf(api, token);
    const forged = await forge(token);
    for (const path of ['userAccount/getUser', 'userAccount/refreshToken', 'userAccount/logout']) {
      expect((await api.call(path, {}, forged)).body).toEqual(over());
    }
    expect(await sessionOf(api, token)).toEqual(before);
  });

  function sign(claims: object): string {
    const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
    const signature = createHmac('sha256', api.deps.settings.jwtSecrets[0]).update(text).digest('base64url');
    return `${text}.${signature}`;
  }
});

describe('refreshToken', () => {
  test('3 tabs × 50 requests at expiry: one distinct new token, 150 replays succeed, each write 1×', async () => {
    const token = await api.signIn(admin);
    const target = await userIdOf(api, operator);
    await api.call('dev/expireToken', {}, token);
    const newTokens = new Set<string>();
    // All refresh at once; a browser then replays over six connections a tab.
    const connections = pLimit(3 * 6);
    const oneRequest = async (index: number) => {
      const on = index % 2 ? replica : api;
      const write = (as: string) =>
        on.call('userAccount/revealUser', { id: target, reason: `核对 ${index}` }, as);
      expect((await write(token)).body.code).toBe(402);
      const { body } = await refresh(token, on);
      expect(body).toMatchObject({ code: 200 });
      newTokens.add(body.result.token);
      return (await connections(() => write(body.result.token))).body.code;
    };
    const answers = await Promise.all(Array.from({ length: 150 }, (_, index) => oneRequest(index)));
    expect(newTokens.size).toBe(1);
    expect(answers).toEqual(Array(150).fill(200));
    const written = await api.deps.database.prisma.operationLog.findMany({
      where: { action: 'revealUser', targetId: target },
    });
    expect(new Set(written.map(({ reason }) => reason)).size).toBe(150);
    expect(written).toHaveLength(150);
  });

  test('many sessions at once, in both replicas: each goes on with its own next token, one that is over does not', async () => {
    const tokens = await Promise.all(Array.from({ length: 8 }, () => api.signIn(maker)));
    const gone = await api.signIn(maker);
    await api.call('userAccount/logout', {}, gone);
    api.clock.advance(11 * minute);
    const answers = await Promise.all(
      [...tokens, gone].flatMap((token) => [refresh(token), refresh(token, replica)]),
    );
    const bodies = answers.map(({ body }) => body);
    expect(bodies.splice(2 * tokens.length)).toEqual([signedOut, signedOut]);
    for (const [index, token] of tokens.entries()) {
      const [here, there] = bodies.slice(2 * index, 2 * index + 2).map(({ result }) => result.token);
      expect(here).toBe(there);
      expect(jwt.decode(here)).toMatchObject({ sid: (jwt.decode(token) as { sid: string }).sid, gen: 2 });
      expect((await read(here)).body.code).toBe(200);
    }
  });

  test('refresh answer lost and retried: same token, byte-identical', async () => {
    const token = await api.signIn(maker);
    api.clock.advance(11 * minute);
    const first = await refresh(token);
    api.clock.advance(5 * minute);
    // Nobody has used the new one, so nobody has it: however late, the retry gets it.
    expect((await refresh(token, replica)).text).toBe(first.text);
  });

  test('within the grace the old token gets the very same successor even after that was used', async () => {
    const token = await api.signIn(maker);
    api.clock.advance(11 * minute);
    const renewed = (await refresh(token)).body.result.token;
    await read(renewed);
    api.clock.advance(20_000);
    expect((await refresh(token)).body.result.token).toBe(renewed);
  });

  test('rotated token reused later: 403, session revoked, security log', async () => {
    const token = await api.signIn(maker);
    const { id } = await sessionOf(api, token);
    api.clock.advance(11 * minute);
    const renewed = (await refresh(token)).body.result.token;
    await read(renewed);
    api.clock.advance(31_000);
    expect((await refresh(token)).body).toEqual(reused);
    expect((await read(renewed, replica)).body).toEqual(reused);
    expect((await refresh(renewed)).body).toEqual(reused);
    const { prisma } = api.deps.database;
    expect(await prisma.session.findUnique({ where: { id } })).toMatchObject({ revokedReason: 'reuse' });
    const events = await prisma.securityEvent.findMany({ where: { sessionId: id } });
    expect(events).toMatchObject([{ kind: 'token-reuse', detail: { presented: 1, current: 2 } }]);
  });

  test('a live token may refresh at most once a minute; sooner it gets itself back', async () => {
    const token = await api.signIn(maker);
    expect((await refresh(token)).body.result.token).toBe(token);
    api.clock.advance(minute);
    const renewed = (await refresh(token)).body.result.token;
    expect(renewed).not.toBe(token);
    expect((await refresh(renewed)).body.result.token).toBe(renewed);
  });

  test('nothing personal is in a token', async () => {
    const claims = jwt.decode(await api.signIn(maker)) as object;
    expect(Object.keys(claims).sort()).toEqual(['exp', 'gen', 'iat', 'sid', 'sub']);
  });
});

describe('a revocation: the next call of any tab, device or replica is 403', () => {
  const newPassword = '密码已修改，请用新密码重新登录';
  const ends: [
    string,
    string,
    msg: string,
    (tokens: { user: string; admin: string; userId: string; version: number }) => supertest.Test,
  ][] = [
    ['logout', maker, signedOut.msg, ({ user }) => api.call('userAccount/logout', {}, user)],
    [
      '强制下线',
      maker,
      '此设备已被强制下线，请重新登录',
      ({ admin, userId }) => api.call('userAccount/endUserSession', { id: userId, reason: '离职' }, admin),
    ],
    [
      'disabling the user',
      '13800000007',
      disabled.msg,
      ({ admin, userId, version }) =>
        api.call('userAccount/deleteUser', { id: userId, version, reason: '离职' }, admin),
    ],
    [
      'resetting the password',
      '13800000008',
      newPassword,
      ({ admin, userId, version }) =>
        api.call('userAccount/resetUserPassword', { id: userId, version, reason: '忘记密码' }, admin),
    ],
    [
      'changing the password',
      '13800000003',
      newPassword,
      ({ user }) =>
        api.call(
          'userAccount/updatePassword',
          { mobile: '13800000003', oldPassword: demoPassword, newPassword: 'Correct-Horse-7' },
          user,
        ),
    ],
  ];

  test.each(ends)('%s', async (_name, mobile, msg, end) => {
    const why = over(msg);
    const tokens = { user: await api.signIn(mobile), admin: await api.signIn(admin) };
    const { id: userId, version } = (await read(tokens.user)).body.result;
    expect((await end({ ...tokens, userId, version })).body).toMatchObject({ code: 200, success: true });
    expect((await read(tokens.user)).body).toEqual(why);
    expect((await read(tokens.user, replica)).body).toEqual(why);
    expect((await refresh(tokens.user, replica)).body).toEqual(why);
  });

  test('logout ends the one session, and an expired token may do it', async () => {
    const [phone, desk] = [await api.signIn(maker), await api.signIn(maker)];
    await api.call('dev/expireToken', {}, phone);
    expect((await api.call('userAccount/logout', {}, phone)).body.code).toBe(200);
    expect((await read(phone)).body).toEqual(signedOut);
    expect((await read(desk)).body.code).toBe(200);
  });

  test('a tenant that expires ends the sessions of its people, and takes nobody in', async () => {
    const token = await api.signIn(tenantB);
    const { prisma } = api.deps.database;
    await prisma.tenant.update({ where: { code: 'beichen' }, data: { expiresAt: api.clock.businessNow() } });
    expect((await read(token)).body).toEqual(disabled);
    const { body } = await api.call('userAccount/login', { mobile: tenantB, password: demoPassword });
    expect(body).toMatchObject({ code: 406, msg: '账号或密码错误' });
    await prisma.tenant.update({ where: { code: 'beichen' }, data: { expiresAt: null } });
    expect((await read(token)).body.code).toBe(200);
  });
});

describe('logout elsewhere while a write is in flight: committed before the revocation, or 403 ∅', () => {
  let other: pg.PoolClient;
  beforeEach(async () => {
    other = await api.deps.database.pool.connect();
    await other.query('BEGIN');
    return async () => {
      await other.query('ROLLBACK');
      other.release();
    };
  });

  const rename = (token: string, id: string, version: number, name: string) =>
    api.call('userAccount/editUser', { id, version, name }, token).then(({ body }) => body);

  test('a write that was first commits, and the logout waits for it', async () => {
    const token = await api.signIn(admin);
    const user = await api.deps.database.prisma.user.findUniqueOrThrow({ where: { mobile: operator } });
    await other.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [user.id]);
    const write = rename(token, user.id, user.version, '先提交');
    await waitingForLock(api, 1);
    const logout = replica.call('userAccount/logout', {}, token).then(({ body }) => body);
    await waitingForLock(api, 2);
    await other.query('COMMIT');
    expect([(await write).code, (await logout).code]).toEqual([200, 200]);
    expect((await read(token)).body).toEqual(signedOut);
  });

  test('a logout that was first leaves nothing of the write', async () => {
    const token = await api.signIn(admin);
    const { id } = await sessionOf(api, token);
    const user = await api.deps.database.prisma.user.findUniqueOrThrow({ where: { mobile: operator } });
    await other.query('UPDATE sessions SET revoked_at = now() WHERE id = $1', [id]);
    const write = rename(token, user.id, user.version, '不应出现');
    await waitingForLock(api, 1);
    await other.query('COMMIT');
    expect(await write).toEqual(over());
    expect(await api.deps.database.prisma.user.findUniqueOrThrow({ where: { id: user.id } })).toEqual(user);
  });
});
