import { demoPassword } from '@xyxlx/database/seed/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sentCode } from '../../../../../tests/support/accounts.ts';
import { operator } from '../../../../../tests/support/operator.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';

const minute = 60_000;
const hour = 60 * minute;
const newPassword = 'Correct-Horse-7';
const wrongCode = { code: 406, success: false, msg: '验证码错误或已失效，请重新获取', result: null };

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
// The limits of one test are not those of the next.
beforeEach(() => api.clock.advance(25 * hour));

const request = (mobile: string, scene = 'resetPassword', on = api) =>
  on.call('verificationCode/requestVerificationCode', { mobile, scene });
const reset = async (mobile: string, verificationCode: string | undefined, on = api) =>
  (await on.call('userAccount/resetPassword', { mobile, verificationCode, newPassword })).body;
const wrongFor = (code: string | undefined) => (code === '000000' ? '000001' : '000000');

async function codeFor(mobile: string, scene = 'resetPassword'): Promise<string> {
  expect((await request(mobile, scene)).body.code).toBe(200);
  return (await sentCode(api, mobile, scene)) as string;
}

describe('verification codes', () => {
  test('1 a minute per mobile, on whatever replica and for whatever scene', async () => {
    expect((await request('13800000002')).body.code).toBe(200);
    const again = await request('13800000002', 'bindAccount', replica);
    expect(again.status).toBe(429);
    expect(Number(again.headers['retry-after'])).toBeGreaterThan(55);
    api.clock.advance(minute);
    expect((await request('13800000002')).body.code).toBe(200);
  });

  test('10 a day per mobile; asking too soon does not use them up', async () => {
    await api.signIn('13800000003');
    for (let count = 0; count < 10; count++) {
      expect((await request('13800000003')).status).toBe(200);
      expect((await request('13800000003')).status).toBe(429);
      api.clock.advance(2 * hour);
    }
    expect((await request('13800000003')).status).toBe(429);
    api.clock.advance(5 * hour);
    expect((await request('13800000003')).status).toBe(200);
  });

  test('a stranger can’t use up a mobile’s codes for its owner, and has fewer themselves', async () => {
    const behind = await startTestApi({ settings: { TRUST_PROXY: 'true' } });
    const mobile = '13800000002';
    const ask = (address: string) =>
      behind.call('verificationCode/requestVerificationCode', { mobile, scene: 'resetPassword' }, undefined, {
        'X-Forwarded-For': address,
      });
    await behind.call('userAccount/login', { mobile, password: demoPassword }, undefined, {
      'X-Forwarded-For': '203.0.113.9',
    });
    const statuses: number[] = [];
    for (let count = 0; count < 12; count++) {
      statuses.push((await ask(count < 6 ? '198.51.100.1' : '198.51.100.2')).status);
      // Nor does a stranger who was just sent one make the owner wait.
      if (count === 0) expect((await ask('203.0.113.9')).status).toBe(200);
      behind.clock.advance(minute);
    }
    // Five of one address, five of the next: ten of all strangers.
    expect(statuses).toEqual([...Array(5).fill(200), 429, ...Array(5).fill(200), 429]);
    expect((await ask('198.51.100.3')).status).toBe(429);
    expect((await ask('203.0.113.9')).status).toBe(200);
    await behind.close();
  });

  test('120 captchas a minute per address, then 429 with Retry-After', async () => {
    const ask = () => api.call('verificationCode/requestCaptcha', { sceneId: 'login' });
    const answers = await Promise.all(Array.from({ length: 121 }, ask));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(120).fill(200), 429]);
    api.clock.advance(minute);
    expect((await ask()).status).toBe(200);
  });

  test('60 sign-ons a minute are begun per address, then 429 with Retry-After', async () => {
    const start = () => api.call('userAccount/startAuthentication', { provider: 'oauth' });
    const answers = await Promise.all(Array.from({ length: 61 }, start));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(60).fill(200), 429]);
    expect(await api.deps.database.prisma.signOn.count()).toBe(60);
    api.clock.advance(minute);
    expect((await start()).status).toBe(200);
  });

  test('20 an hour per address', async () => {
    for (let count = 0; count < 20; count++) {
      expect((await request(`139000000${String(count).padStart(2, '0')}`)).status).toBe(200);
    }
    expect((await request('13900000099')).status).toBe(429);
    api.clock.advance(hour);
    expect((await request('13900000099')).status).toBe(200);
  });

  test('same answer whether the account exists, is disabled, or does not; only the first gets a message', async () => {
    const { prisma } = api.deps.database;
    const mobiles = ['13800000002', '13800000006', '13911119999'];
    const sent = () =>
      Promise.all(mobiles.map((mobile) => prisma.outboxMessage.count({ where: { mobile } })));
    const [before = 0] = await sent();
    const answers = await Promise.all(mobiles.map((mobile) => request(mobile)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]?.body).toEqual({
      code: 200,
      success: true,
      msg: '',
      result: { expiresInSeconds: 600 },
    });
    expect(await sent()).toEqual([before + 1, 0, 0]);
    expect(await reset('13911119999', '123456')).toEqual(await reset('13800000002', wrongFor(undefined)));
  });

  test('10 min: later it is refused ∅', async () => {
    const code = await codeFor('13800000008');
    api.clock.advance(10 * minute + 1000);
    expect(await reset('13800000008', code)).toEqual(wrongCode);
    expect(await api.signIn('13800000008')).toEqual(expect.any(String));
  });

  test('single use, even by two at once', async () => {
    const code = await codeFor('13800000008');
    const answers = await Promise.all([reset('13800000008', code), reset('13800000008', code, replica)]);
    expect(answers.map((answer) => answer.code).sort()).toEqual([200, 406]);
    expect(await reset('13800000008', code)).toEqual(wrongCode);
  });

  test('5 wrong tries kill it', async () => {
    const code = await codeFor('13800000007');
    for (let tries = 0; tries < 5; tries++) {
      expect(await reset('13800000007', wrongFor(code), tries % 2 ? api : replica)).toEqual(wrongCode);
    }
    expect(await reset('13800000007', code)).toEqual(wrongCode);
  });

  test('of 41 typed from one address in an hour the last is 429 and touches no code', async () => {
    for (let tries = 0; tries < 40; tries++) {
      expect(await reset(`1390000${1000 + tries}`, '000000', tries % 2 ? api : replica)).toEqual(wrongCode);
    }
    const code = await codeFor('13800000007');
    expect((await reset('13800000007', wrongFor(code))).code).toBe(429);
    const where = { mobile: '13800000007' };
    const kept = await api.deps.database.prisma.verificationCode.findFirst({
      where,
      orderBy: { createdAt: 'desc' },
    });
    expect(kept).toMatchObject({ tries: 0, usedAt: null });
    api.clock.advance(hour / 2);
    expect((await reset('13800000007', wrongFor(code))).code).toBe(429);
    api.clock.advance(hour / 2);
    const next = await codeFor('13800000007');
    expect((await reset('13800000007', wrongFor(next))).code).toBe(406);
  });

  test('a newer code replaces the one before', async () => {
    const first = await codeFor('13800000007');
    api.clock.advance(minute);
    const second = await codeFor('13800000007');
    if (first !== second) expect(await reset('13800000007', first)).toEqual(wrongCode);
    expect((await reset('13800000007', second)).code).toBe(200);
  });

  test('one of another scene is refused', async () => {
    const code = await codeFor('13800000004', 'bindAccount');
    expect(await reset('13800000004', code)).toEqual(wrongCode);
  });

  test('the database does not hold it in the clear', async () => {
    const code = await codeFor('13800000004');
    const kept = await api.deps.database.prisma.verificationCode.findMany({
      where: { mobile: '13800000004' },
    });
    expect(JSON.stringify(kept)).not.toContain(code);
  });
});

describe('resetPassword', () => {
  test('sets the password, lifts the lock and ends every session', async () => {
    const mobile = '13800000002';
    const token = await api.signIn(mobile);
    await api.deps.database.prisma.user.update({
      where: { mobile },
      data: { failedTries: 10, lockedUntil: new Date('2100-01-01') },
    });
    const code = await codeFor(mobile);
    expect(await reset(mobile, code)).toEqual({ code: 200, success: true, msg: '', result: null });
    expect((await api.call('userAccount/getUser', {}, token)).body.code).toBe(403);
    const login = (password: string) => api.call('userAccount/login', { mobile, password });
    expect((await login(demoPassword)).body.code).toBe(406);
    expect((await login(newPassword)).body.code).toBe(200);
    const logged = await api.deps.database.prisma.operationLog.findMany({
      where: { action: 'resetPassword' },
    });
    expect(logged.length).toBeGreaterThan(0);
  });

  test('a password that breaks a rule costs no code', async () => {
    const mobile = '13800000004';
    const code = await codeFor(mobile);
    const weak = { mobile, verificationCode: code, newPassword: 'password' };
    expect((await api.call('userAccount/resetPassword', weak)).body).toMatchObject({ code: 406 });
    expect((await reset(mobile, code)).code).toBe(200);
  });
});

describe('updateMobile', () => {
  const password = demoPassword;

  test('moves the account to a number whose holder has the code; the old one is told, and other sessions end', async () => {
    const token = await api.signIn('13800000005');
    const other = await api.signIn('13800000005');
    const mobile = '13712345678';
    const verificationCode = await codeFor(mobile, 'updateMobile');
    const { body } = await api.call(
      'userAccount/updateMobile',
      { mobile, verificationCode, password },
      token,
    );
    expect(body.result).toMatchObject({ mobile, version: 2 });
    expect((await api.call('userAccount/getUser', {}, other)).body.code).toBe(403);
    expect((await api.call('userAccount/getUser', {}, token)).body.code).toBe(200);
    expect(await api.signIn(mobile)).toEqual(expect.any(String));
    const [logged] = await api.deps.database.prisma.operationLog.findMany({
      where: { action: 'updateMobile', result: 'SUCCESS' },
    });
    expect(logged).toMatchObject({ before: { mobile: '138****0005' }, after: { mobile: '137****5678' } });
    const told = await api.deps.database.prisma.outboxMessage.findMany({ where: { scene: 'mobileChanged' } });
    expect(told).toMatchObject([
      { mobile: '13800000005', code: null, text: expect.stringContaining('已被更换') },
    ]);
  });

  test('takes a code alone', async () => {
    const { token } = await operator(api, '换号的人', { permissions: ['user.view'] });
    const mobile = '13712345679';
    const verificationCode = await codeFor(mobile, 'updateMobile');
    const { body } = await api.call('userAccount/updateMobile', { mobile, verificationCode }, token);
    expect(body).toMatchObject({ code: 200, result: { mobile } });
  });

  test('a wrong password moves nothing, and ten of them lock the account as at sign-in', async () => {
    const from = '13800000009';
    const token = await api.signIn(from);
    const mobile = '13712340000';
    const verificationCode = await codeFor(mobile, 'updateMobile');
    const update = (typed: string) =>
      api.call('userAccount/updateMobile', { mobile, verificationCode, password: typed }, token);
    for (let tries = 0; tries < 10; tries++) {
      expect((await update('wrong')).body).toMatchObject({ code: 406, msg: '当前密码错误' });
    }
    expect((await update(password)).body).toMatchObject({ code: 406, msg: '当前密码错误' });
    expect((await api.call('userAccount/getUser', {}, token)).body.result.mobile).toBe(from);
    const { prisma } = api.deps.database;
    expect(await prisma.outboxMessage.count({ where: { mobile: from, scene: 'mobileChanged' } })).toBe(0);
    await prisma.user.update({ where: { mobile: from }, data: { failedTries: 0, lockedUntil: null } });
    expect((await update(password)).body.code).toBe(200);
  });

  test('a number that is taken is refused ∅, and only after the code has shown whose it is', async () => {
    const token = await api.signIn('13800000001');
    const mobile = '13800000003';
    const verificationCode = await codeFor(mobile, 'updateMobile');
    const update = (code: string) =>
      api.call('userAccount/updateMobile', { mobile, verificationCode: code, password }, token);
    expect((await update(wrongFor(verificationCode))).body).toEqual(wrongCode);
    expect((await update(verificationCode)).body).toMatchObject({ code: 406, msg: '该手机号/邮箱已被使用' });
    expect((await api.call('userAccount/getUser', {}, token)).body.result.mobile).toBe('13800000001');
  });
});
