import { demoPassword } from '@xyxlx/database/seed/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { brokenRule, initialPassword, passwordRules } from './password-rules.ts';

const mobile = '13800000002';
const newPassword = 'Correct-Horse-7';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

describe('the rules of a new password', () => {
  test.each([
    ['seven77', passwordRules.length],
    ['x'.repeat(129), passwordRules.length],
    ['password1', passwordRules.common],
    ['PASSWORD1', passwordRules.common],
    ['1234567890', passwordRules.common],
    ['zzzzzzzzzzzz', passwordRules.common],
    ['my13800000002!', passwordRules.account],
  ])('%s is refused with the rule it breaks', (password, rule) => {
    expect(brokenRule(password, mobile)).toBe(rule);
  });

  test.each(['correct horse battery', '密码可以是一句中文的话', 'Tr0ub4dor&3x', demoPassword])(
    '%s is fine',
    (password) => {
      expect(brokenRule(password, mobile)).toBeNull();
    },
  );

  test('the name of a mailbox is not part of it either', () => {
    expect(brokenRule('Zhang.Wei-2026', 'zhang.wei@example.com')).toBe(passwordRules.account);
  });

  test('they are said before they are broken, in both languages', async () => {
    const { body } = await api.call('userAccount/getPasswordRules');
    expect(body.result).toMatchObject({ minLength: 8, maxLength: 128 });
    expect(body.result.rules).toContain(passwordRules.common.zh);
    const en = await api.call('userAccount/getPasswordRules', {}, undefined, { 'Accept-Language': 'en' });
    expect(en.body.result.rules).toContain(passwordRules.common.en);
  });

  test('an initial password keeps all of them, and is another one each time', () => {
    const made = Array.from({ length: 200 }, () => initialPassword());
    expect(made.every((password) => brokenRule(password, mobile) === null)).toBe(true);
    expect(new Set(made).size).toBe(200);
  });
});

describe('updatePassword', () => {
  const change = async (input: object, token: string) =>
    (
      await api.call(
        'userAccount/updatePassword',
        { mobile, oldPassword: demoPassword, newPassword, ...input },
        token,
      )
    ).body;
  const stored = async () =>
    (await api.deps.database.prisma.user.findUniqueOrThrow({ where: { mobile } })).passwordHash;

  test.each([
    ['mobile in the body is not the session’s', { mobile: '13800000003' }, '手机号/邮箱与当前登录账号不一致'],
    ['wrong old password', { oldPassword: 'wrong' }, '当前密码错误'],
    ['new is the old one', { newPassword: demoPassword }, '不能与当前密码相同'],
    ['new breaks a rule', { newPassword: 'password1' }, passwordRules.common.zh],
  ])('%s: success:false with the reason, ∅', async (_name, input, msg) => {
    const token = await api.signIn(mobile);
    const before = await stored();
    expect(await change(input, token)).toEqual({ code: 200, success: false, msg, result: null });
    expect(await stored()).toBe(before);
    expect((await api.call('userAccount/getUser', {}, token)).body.code).toBe(200);
  });

  test('10 wrong old passwords lock the account as they do at sign-in', async () => {
    const token = await api.signIn('13800000003');
    const guess = async (oldPassword: string) => change({ mobile: '13800000003', oldPassword }, token);
    for (let tries = 0; tries < 10; tries++) await guess(`wrong ${tries}`);
    expect(await guess(demoPassword)).toMatchObject({ success: false, msg: '当前密码错误' });
  });

  test('of two changes at once one gets through, and it ends every session', async () => {
    const [one, two] = [await api.signIn(mobile), await api.signIn(mobile)];
    const answers = await Promise.all([change({}, one), change({ newPassword: 'Another-Horse-8' }, two)]);
    expect(answers.filter(({ success }) => success)).toHaveLength(1);
    for (const token of [one, two]) {
      expect((await api.call('userAccount/getUser', {}, token)).body.code).toBe(403);
    }
    const logged = await api.deps.database.prisma.operationLog.findMany({
      where: { action: 'updatePassword', result: 'SUCCESS' },
    });
    expect(logged).toHaveLength(1);
    expect(JSON.stringify(logged)).not.toContain('Horse');
  });

  test('updatePassword turns from 0 to 1 once the initial password was changed', async () => {
    const newcomer = '13800000005';
    const token = await api.signIn(newcomer);
    expect((await api.call('userAccount/getUser', {}, token)).body.result.updatePassword).toBe(0);
    expect(await change({ mobile: newcomer }, token)).toMatchObject({ success: true, msg: '' });
    const { body } = await api.call('userAccount/login', { mobile: newcomer, password: newPassword });
    expect(body.result.user.updatePassword).toBe(1);
  });
});
