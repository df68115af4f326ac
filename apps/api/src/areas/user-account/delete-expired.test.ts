import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { deleteExpired } from './delete-expired.ts';

const day = 24 * 60 * 60_000;

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ settings: { CAPTCHA_PROVIDER: 'slider' } });
});
afterAll(() => api.close());

test('codes, sign-ons, captchas and counters go a week after they are over, not before', async () => {
  const { prisma } = api.deps.database;
  await api.call('verificationCode/requestVerificationCode', {
    mobile: '13800000001',
    scene: 'resetPassword',
  });
  await api.call('verificationCode/requestCaptcha', { sceneId: 'login' });
  await api.call('userAccount/startAuthentication', { provider: 'oauth' });
  const counts = () =>
    Promise.all([
      prisma.verificationCode.count(),
      prisma.captchaChallenge.count(),
      prisma.signOn.count(),
      prisma.rateWindow.count(),
    ]);
  const before = await counts();
  expect(Math.min(...before)).toBeGreaterThan(0);
  api.clock.advance(6 * day);
  await deleteExpired(api.deps);
  expect(await counts()).toEqual(before);
  api.clock.advance(3 * day);
  await deleteExpired(api.deps);
  expect(await counts()).toEqual([0, 0, 0, 0]);
});
