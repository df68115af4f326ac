import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { handDrag } from '../support/hand-drag.ts';
import { ask } from '../support/killable-services.ts';
import { lenientTimeouts } from '../support/lenient-timeouts.ts';
import { launchService, type ServiceProcess, startService } from '../support/service-process.ts';
import { type StubServer, startStubServer } from '../support/stub-server.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/test-database.ts';

const mobile = '13700000001';
const newPassword = 'Kranich-am-Teich-7';

let sms: StubServer;
beforeEach(async () => {
  sms = await startStubServer(() => ({ body: { Code: 'OK', Message: 'OK' } }));
});
afterEach(() => sms.close());

/** Production as docs/operations.md has it, with Aliyun's address another one. */
const production = () => ({
  ...lenientTimeouts,
  NODE_ENV: 'production',
  DEV_TOOLS: 'off',
  CAPTCHA_PROVIDER: 'slider',
  SMS_PROVIDER: 'aliyun',
  ALIYUN_SMS_ENDPOINT: sms.url,
  ALIYUN_ACCESS_KEY_ID: 'key-id',
  ALIYUN_ACCESS_KEY_SECRET: 'key-secret',
  ALIYUN_SMS_SIGN_NAME: '商户平台',
  ALIYUN_SMS_TEMPLATE_CODE: 'SMS_1',
  ALIYUN_SMS_INVITATION_TEMPLATE_CODE: 'SMS_2',
  ALIYUN_SMS_MOBILE_CHANGED_TEMPLATE_CODE: 'SMS_3',
  SMTP_URL: 'smtp://mail.example.com:587',
  MAIL_FROM: 'no-reply@example.com',
  FIRST_ADMIN: mobile,
  STOP_DELAY: '0s',
});

/** The proof of a slider that was dragged. */
async function solved(service: ServiceProcess, sceneId: string) {
  const { captchaId } = await ask(service, 'verificationCode/requestCaptcha', { sceneId });
  const trace = handDrag();
  const solution = await ask(service, 'verificationCode/solveCaptcha', { captchaId, trace });
  return { captchaVerifyParam: solution.captchaVerifyParam, sceneId };
}

describe('a start in production', () => {
  let database: TestDatabase;
  afterEach(() => database.drop());

  test('on an empty database: FIRST_ADMIN asks for a code, gets it by SMS, sets a password and signs in', async () => {
    database = await createEmptyDatabase();
    const service = await startService(database.url, production());
    expect(service.output()).toContain('Made the first administrator');
    const scene = 'resetPassword';
    const proof = await solved(service, 'verificationCode');
    expect(
      await ask(service, 'verificationCode/requestVerificationCode_V2', { mobile, scene, ...proof }),
    ).toEqual({ expiresInSeconds: 600 });
    const sent = await eventually(() => {
      expect(sms.asked).toHaveLength(1);
      return sms.asked[0]?.form;
    });
    expect([sent?.get('PhoneNumbers'), sent?.get('TemplateCode')]).toEqual([mobile, 'SMS_1']);
    const { code: verificationCode } = JSON.parse(sent?.get('TemplateParam') ?? '{}');
    expect(verificationCode).toMatch(/^\d{6}$/);
    await ask(service, 'userAccount/resetPassword', { mobile, verificationCode, newPassword });
    const login = { mobile, password: newPassword, ...(await solved(service, 'login')) };
    const { token, user } = await ask(service, 'userAccount/login_V2', login);
    expect(user).toMatchObject({ mobile, roles: [{ code: 'platform-admin' }] });
    expect(await ask(service, 'tenant/queryTenant', {}, token)).toMatchObject({ total: 1 });
    // Nothing secret is in what it printed.
    expect(service.output()).not.toContain(verificationCode);
    service.process.kill('SIGTERM');
    expect(await service.ended).toBe(0);

    // It is made once: another name makes nobody.
    const again = await startService(database.url, { ...production(), FIRST_ADMIN: '13700000002' });
    expect(again.output()).not.toContain('first administrator');
    again.process.kill('SIGTERM');
    expect(await again.ended).toBe(0);
  });

  test('on the database of a demo: refused in one sentence that says what to do', async () => {
    database = await createTestDatabase({ seed: 'small' });
    const service = await launchService(database.url, production());
    expect(await service.ended).toBe(1);
    expect(service.output()).toMatch(
      /^The database test_\w+ at 127\.0\.0\.1:\d+ holds the demo, whose accounts have a known password: refused when NODE_ENV=production\. Set DATABASE_URL \(or DATA_DIR\) to an empty one, .+\.\n$/,
    );
  });
});
