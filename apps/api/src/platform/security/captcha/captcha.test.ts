import { demoPassword } from '@xyxlx/database/seed/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handDrag } from '../../../../../../tests/support/hand-drag.ts';
import { startTestApi, type TestApi } from '../../../../../../tests/support/test-api.ts';

const mobile = '13800000001';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ settings: { CAPTCHA_PROVIDER: 'slider' } });
});
afterAll(() => api.close());

async function solved(
  sceneId: string,
  trace = handDrag(),
): Promise<{ captchaVerifyParam: string; sceneId: string }> {
  const { body } = await api.call('verificationCode/requestCaptcha', { sceneId });
  const answer = await api.call('verificationCode/solveCaptcha', { captchaId: body.result.captchaId, trace });
  expect(answer.body).toMatchObject({ code: 200 });
  return { captchaVerifyParam: answer.body.result.captchaVerifyParam, sceneId };
}

const login = async (proof: object, password = demoPassword) =>
  (await api.call('userAccount/login_V2', { mobile, password, ...proof })).body;
const refused = { code: 406, success: false, msg: '验证未通过，请重新滑动', result: null };

describe('captcha', () => {
  test('a solved one lets one sign-in through', async () => {
    expect((await login(await solved('login'))).code).toBe(200);
  });

  test('captcha replayed: refused ∅', async () => {
    const proof = await solved('login');
    await login(proof);
    const sessions = await api.deps.database.prisma.session.count();
    expect(await login(proof)).toEqual(refused);
    expect(await api.deps.database.prisma.session.count()).toBe(sessions);
  });

  test('of ten calls with the same proof one gets through', async () => {
    const proof = await solved('login');
    const answers = await Promise.all(Array.from({ length: 10 }, () => login(proof)));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
  });

  test('other scene: refused ∅, and used up', async () => {
    const proof = await solved('updatePassword');
    expect(await login(proof)).toEqual(refused);
    expect(await login({ ...(await solved('updatePassword')), sceneId: 'login' })).toEqual(refused);
    const { body } = await api.call('verificationCode/aliVerification', proof);
    expect(body.result).toEqual({ verifyResult: false });
  });

  test('late (> 90 s after the drag): refused ∅', async () => {
    const [inTime, late] = [await solved('login'), await solved('login')];
    api.clock.advance(89_000);
    expect((await login(inTime)).code).toBe(200);
    api.clock.advance(2000);
    expect(await login(late)).toEqual(refused);
  });

  test('used up even if the password was wrong', async () => {
    const proof = await solved('login');
    expect((await login(proof, 'wrong')).msg).toBe('账号或密码错误');
    expect(await login(proof)).toEqual(refused);
  });

  test('a machine’s drag gets no proof, and the challenge is checked once', async () => {
    const { body } = await api.call('verificationCode/requestCaptcha', { sceneId: 'login' });
    const { captchaId } = body.result;
    const straight = Array.from({ length: 33 }, (_, index) => ({ t: index * 10, x: index * 10, y: 0 }));
    for (const trace of [straight, handDrag()]) {
      expect((await api.call('verificationCode/solveCaptcha', { captchaId, trace })).body).toEqual(refused);
    }
  });

  test('aliVerification says whether a proof is good, once', async () => {
    const proof = await solved('verificationCode');
    const verify = () => api.call('verificationCode/aliVerification', proof);
    expect((await verify()).body.result).toEqual({ verifyResult: true });
    expect((await verify()).body.result).toEqual({ verifyResult: false });
  });

  test('changing the password takes one of its own scene; a refusal is one that the screen shows', async () => {
    const { token } = (await login(await solved('login'))).result;
    const change = { mobile, oldPassword: 'wrong', newPassword: 'Correct-Horse-7' };
    const call = async (proof: object) =>
      (await api.call('userAccount/updatePassword_V2', { ...change, ...proof }, token)).body;
    expect(await call(await solved('login'))).toEqual({ ...refused, code: 200 });
    expect(await call(await solved('updatePassword'))).toMatchObject({ success: false, msg: '当前密码错误' });
  });
});
