import { demoPassword } from '@xyxlx/database/seed/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';

const minute = 60_000;
const refused = { code: 406, success: false, msg: '账号或密码错误', result: null };

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

const login = async (mobile: string, password = demoPassword, on = api) =>
  (await on.call('userAccount/login', { mobile, password })).body;

describe('signing in', () => {
  test('answers token and user, without Authorization and Resourcestype', async () => {
    const answer = await fetch(`${api.url}/xyxlx/userAccount/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ mobile: '13800000001', password: demoPassword }),
    });
    const body = (await answer.json()) as { code: number; result: { token: string; user: object } };
    expect(body.code).toBe(200);
    expect(Object.keys(body.result)).toEqual(['token', 'user']);
    expect(body.result.user).toMatchObject({
      name: '平台管理员',
      mobile: '13800000001',
      updatePassword: 1,
      version: 1,
    });
    expect((await login('13800000005')).result.user.updatePassword).toBe(0);
  });

  test('with several tenants it opens the first, and chooseTenant goes on in the other', async () => {
    const { token, user } = (await login('13800000009')).result;
    expect(user.tenant.name).toBe('华东福利科技');
    const { list } = (await api.call('userAccount/queryTenantChoice', {}, token)).body.result;
    expect(list).toMatchObject([
      {
        tenant: { code: 'huadong' },
        current: true,
        state: 'USABLE',
        roles: [{ code: 'operator', name: '运营' }],
      },
      {
        tenant: { code: 'beichen' },
        current: false,
        state: 'USABLE',
        roles: [{ code: 'finance-checker', name: '财务复核' }],
      },
    ]);
    const chosen = (await api.call('userAccount/chooseTenant', { tenantId: list[1].tenant.id }, token)).body
      .result;
    expect(chosen.user.tenant.name).toBe('北辰企业服务');
    expect((await api.call('userAccount/getUser', {}, token)).body.code).toBe(403);
    const merchants = (await api.call('merchant/queryMerchant', {}, chosen.token)).body.result;
    expect(merchants.total).toBe(45);
  });

  test('a tenant that one does not belong to is answered like one that is not there', async () => {
    const { token } = (await login('13800000002')).result;
    const other = await api.deps.database.prisma.tenant.findUniqueOrThrow({ where: { code: 'beichen' } });
    const notMine = await api.call('userAccount/chooseTenant', { tenantId: other.id }, token);
    const missing = await api.call('userAccount/chooseTenant', { tenantId: crypto.randomUUID() }, token);
    expect(notMine.body).toMatchObject({ code: 406, msg: '记录不存在' });
    expect(notMine.text).toBe(missing.text);
  });

  test('the last sign-in is when a session was opened, not when one was refused', async () => {
    const lastLoginOf = async (mobile: string) =>
      (await api.deps.database.prisma.user.findUniqueOrThrow({ where: { mobile } })).lastLoginAt;
    expect(await login('13800000006')).toEqual(refused);
    expect(await login('13800000007', 'wrong')).toEqual(refused);
    expect(await Promise.all(['13800000006', '13800000007'].map(lastLoginOf))).toEqual([null, null]);
    expect((await login('13800000007')).code).toBe(200);
    expect(await lastLoginOf('13800000007')).not.toBeNull();
  });

  test('CAPTCHA_REQUIRED turns login and the code without captcha off', async () => {
    const strict = await startTestApi({ settings: { CAPTCHA_REQUIRED: 'true' } });
    const old = await strict.call('userAccount/login', { mobile: '13800000001', password: demoPassword });
    expect(old.body).toMatchObject({ code: 406 });
    const code = { mobile: '13800000001', scene: 'resetPassword' };
    expect((await strict.call('verificationCode/requestVerificationCode', code)).body).toMatchObject({
      code: 406,
    });
    await strict.close();
  });
});

describe('brute force', () => {
  test('same text for unknown, wrong, locked and disabled: 账号或密码错误', async () => {
    expect(await login('13911112222')).toEqual(refused);
    expect(await login('13800000002', 'wrong')).toEqual(refused);
    expect(await login('13800000006')).toEqual(refused);
    const { prisma } = api.deps.database;
    const where = { mobile: '13800000003' };
    await prisma.user.update({ where, data: { lockedUntil: new Date('2100-01-01') } });
    expect(await login('13800000003')).toEqual(refused);
    await prisma.user.update({ where, data: { failedTries: 0, lockedUntil: null } });
    expect(await login("13800000001' OR '1'='1")).toMatchObject({ code: 400 });
  });

  test('same time for unknown, wrong and locked: each of them pays for one hash', async () => {
    let verified = 0;
    const { passwords } = api.deps;
    const counting = await startTestApi({
      override: () => ({
        passwords: {
          hash: passwords.hash,
          verify: (...given) => {
            verified += 1;
            return passwords.verify(...given);
          },
          verifyNothing: (password) => {
            verified += 1;
            return passwords.verifyNothing(password);
          },
        },
      }),
    });
    const { prisma } = counting.deps.database;
    await prisma.user.update({
      where: { mobile: '13800000003' },
      data: { lockedUntil: new Date('2100-01-01') },
    });
    for (const [mobile, password] of [
      ['13911112222', demoPassword],
      ['13800000002', 'wrong'],
      ['13800000003', demoPassword],
      ['13800000006', demoPassword],
    ] as const) {
      verified = 0;
      expect(await login(mobile, password, counting)).toEqual(refused);
      expect(verified).toBe(1);
    }
    await counting.close();
  });

  test('10 wrong tries lock the account 30 min, counted across replicas', async () => {
    const mobile = '13800000003';
    for (let tries = 0; tries < 9; tries++) await login(mobile, `wrong ${tries}`, tries % 2 ? api : replica);
    expect((await login(mobile, demoPassword, replica)).code).toBe(200);
    for (let tries = 0; tries < 10; tries++) await login(mobile, `wrong ${tries}`, tries % 2 ? api : replica);
    expect(await login(mobile, demoPassword)).toEqual(refused);
    expect(await login(mobile, demoPassword, replica)).toEqual(refused);
    api.clock.advance(29 * minute);
    expect(await login(mobile)).toEqual(refused);
    api.clock.advance(2 * minute);
    expect((await login(mobile)).code).toBe(200);
    const events = await api.deps.database.prisma.securityEvent.findMany({
      where: { kind: 'account-locked' },
    });
    expect(events).toMatchObject([{ detail: { tries: 10 } }]);
  });

  test('tries side by side do not pass the limit: after 10 wrong ones the right one is refused', async () => {
    const mobile = '13800000007';
    const wrong = Array.from({ length: 40 }, (_, index) =>
      login(mobile, `wrong ${index}`, index % 2 ? api : replica),
    );
    await Promise.all(wrong);
    expect(await login(mobile)).toEqual(refused);
    const { failedTries } = await api.deps.database.prisma.user.findUniqueOrThrow({ where: { mobile } });
    expect(failedTries).toBe(10);
  });

  test('many right sign-ins at once lock nobody out', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => login('13800000008')));
    expect(answers.map(({ code }) => code)).toEqual(Array(30).fill(200));
  });

  test('every try is in the login log, with the mobile masked', async () => {
    await login('13911113333', 'wrong');
    const records = await api.deps.database.prisma.loginRecord.findMany({ where: { mobile: '139****3333' } });
    expect(records).toMatchObject([{ userId: null, result: 'refused' }]);
    const { token } = (await login('13800000008')).result;
    const own = (await api.call('userAccount/queryLoginRecord', { pageSize: 5 }, token)).body.result;
    expect(own.list[0]).toMatchObject({ result: 'ok' });
  });
});

describe('a crowd at the door', () => {
  let door: TestApi;
  /** What a right password waits for before it is said to be right. */
  let beforeRight: () => Promise<void> = async () => undefined;
  beforeAll(async () => {
    // What is counted here is not the hashes.
    const passwords = {
      hash: async () => '',
      verify: async (_: string, password: string) => {
        if (password === demoPassword) await beforeRight();
        return password === demoPassword;
      },
      verifyNothing: async () => false as const,
    };
    door = await startTestApi({ settings: { TRUST_PROXY: 'true' }, override: () => ({ passwords }) });
  });
  afterAll(() => door.close());

  const from = (address: string, mobile: string, password: string) =>
    door.call('userAccount/login', { mobile, password }, undefined, { 'X-Forwarded-For': address });
  const stranger = (index: number) => `139${String(index).padStart(8, '0')}`;

  test('120 passwords sprayed from one address: 60 are answered, then 429 with Retry-After whatever the account and the password', async () => {
    const other = await door.replica();
    const sprayed = await Promise.all(
      Array.from({ length: 120 }, (_, index) =>
        (index % 2 ? door : other).call(
          'userAccount/login',
          { mobile: stranger(index), password: 'Summer2026' },
          undefined,
          {
            'X-Forwarded-For': '203.0.113.1',
          },
        ),
      ),
    );
    const answered = sprayed.filter(({ status }) => status === 200);
    expect(answered).toHaveLength(60);
    expect(sprayed.filter(({ status }) => status === 429)).toHaveLength(60);
    const right = await from('203.0.113.1', '13800000001', demoPassword);
    expect(right.status).toBe(429);
    expect(Number(right.headers['retry-after'])).toBeGreaterThan(0);
    expect((await from('203.0.113.2', '13800000001', demoPassword)).body.code).toBe(200);
    door.clock.advance(11 * minute);
    expect((await from('203.0.113.1', '13800000001', demoPassword)).body.code).toBe(200);
    await other.close();
  });

  test('exactly 60 wrong ones of an address are told that they are', async () => {
    const codes: number[] = [];
    for (let index = 0; index < 61; index++) {
      codes.push((await from('203.0.113.3', stranger(index), 'wrong')).body.code);
    }
    expect(codes).toEqual([...Array(60).fill(406), 429]);
  });

  test('a right one that was looked at beside 60 wrong ones of its address is not told: 429', async () => {
    const reached = Promise.withResolvers<void>();
    const counted = Promise.withResolvers<void>();
    beforeRight = async () => {
      reached.resolve();
      await counted.promise;
    };
    // A request begins when somebody waits for it.
    const right = from('203.0.113.5', '13800000008', demoPassword).then(({ status }) => status);
    await reached.promise;
    for (let index = 0; index < 60; index++) await from('203.0.113.5', stranger(index), 'wrong');
    counted.resolve();
    expect(await right).toBe(429);
    beforeRight = async () => undefined;
  });

  test('many people behind one address sign in: right passwords are not counted', async () => {
    for (let index = 0; index < 59; index++) await from('203.0.113.4', stranger(index), 'wrong');
    for (let index = 0; index < 70; index++) {
      expect((await from('203.0.113.4', '13800000008', demoPassword)).body.code).toBe(200);
    }
  });

  test('1,000 sign-ins at once: some are let in, the others are 503 with Retry-After at once, and it is well after it', {
    timeout: 180_000,
  }, async () => {
    const began = performance.now();
    let lastRefused = 0;
    const answers = await Promise.all(
      Array.from({ length: 1000 }, async () => {
        const answer = await api.call('userAccount/login', { mobile: '13800000008', password: demoPassword });
        if (answer.status === 503) lastRefused = performance.now() - began;
        return answer;
      }),
    );
    const all = performance.now() - began;
    const refused = answers.filter(({ status }) => status === 503);
    expect(refused.every(({ headers, body }) => headers['retry-after'] === '1' && body.code === 503)).toBe(
      true,
    );
    const letIn = answers.filter(({ body }) => body.code === 200);
    expect(letIn.length).toBeGreaterThan(0);
    expect(letIn.length + refused.length).toBe(1000);
    expect(refused.length).toBeGreaterThan(500);
    // Nobody who is refused has waited for a turn.
    expect(lastRefused).toBeLessThan(all);
    expect((await login('13800000008')).code).toBe(200);
  });
});
