import { createHmac } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { type Asked, type StubServer, startStubServer } from '../../../../../tests/support/stub-server.ts';
import { startTestApi, testClock } from '../../../../../tests/support/test-api.ts';
import { aliyunSms } from '../messages/aliyun-sms.ts';
import { aliyunCaptcha } from '../security/captcha/aliyun.ts';
import type { AliyunSettings } from '../settings/settings.ts';

let server: StubServer;
afterEach(() => server?.close());

const settingsOf = (url: string): AliyunSettings => ({
  accessKeyId: 'key-id',
  accessKeySecret: 'key-secret',
  captchaEndpoint: url,
  captchaSceneId: 'scene-1',
  captchaPrefix: 'prefix',
  smsEndpoint: url,
  smsSignName: '商户平台',
  smsTemplateCode: 'SMS_1',
  smsNoticeTemplates: { invitation: 'SMS_2', mobileChanged: 'SMS_3' },
});

/** Signature version 1.0 as Alibaba Cloud documents it, computed from what arrived. */
function signatureOf({ form }: Asked): string {
  const rfc3986 = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  const canonical = [...form]
    .filter(([name]) => name !== 'Signature')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${rfc3986(name)}=${rfc3986(value)}`)
    .join('&');
  return createHmac('sha1', 'key-secret&')
    .update(`POST&%2F&${rfc3986(canonical)}`)
    .digest('base64');
}

describe('the aliyun SMS adapter', () => {
  const message = {
    mobile: '13800000001',
    scene: 'resetPassword',
    code: '123456',
    text: 'unused',
  } as const;

  test('sends the code with the template, signed as the service documents', async () => {
    server = await startStubServer(() => ({ body: { Code: 'OK', Message: 'OK' } }));
    await aliyunSms(settingsOf(server.url), testClock()).send(message);
    const [asked] = server.asked as [Asked];
    expect(Object.fromEntries(asked.form)).toMatchObject({
      Action: 'SendSms',
      Version: '2017-05-25',
      PhoneNumbers: '13800000001',
      SignName: '商户平台',
      TemplateCode: 'SMS_1',
      TemplateParam: '{"code":"123456"}',
      Signature: signatureOf(asked),
    });
    expect(asked.form.get('Timestamp')).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  });

  test('sends a notice with the template of its scene', async () => {
    server = await startStubServer(() => ({ body: { Code: 'OK', Message: 'OK' } }));
    const notice = { mobile: '13800000001', code: null, text: 'unused' };
    const sms = aliyunSms(settingsOf(server.url), testClock());
    await sms.send({ ...notice, scene: 'invitation' });
    await sms.send({ ...notice, scene: 'mobileChanged' });
    const sent = server.asked.map(({ form }) => [form.get('TemplateCode'), form.get('TemplateParam')]);
    expect(sent).toEqual([
      ['SMS_2', null],
      ['SMS_3', null],
    ]);
  });

  test.each([
    [
      'refuses',
      { body: { Code: 'isv.BUSINESS_LIMIT_CONTROL', Message: '触发限流' } },
      'isv.BUSINESS_LIMIT_CONTROL',
    ],
    ['fails', { status: 503, body: {} }, '503'],
    ['answers nonsense', { body: { hello: 1 } }, 'Code'],
  ])('throws when the service %s', async (_name, answer, words) => {
    server = await startStubServer(() => answer);
    await expect(aliyunSms(settingsOf(server.url), testClock()).send(message)).rejects.toThrow(words);
  });

  test('the caller does not wait for the service, so its slowness tells nobody that there was somebody to send to', async () => {
    const answered = Promise.withResolvers<void>();
    server = await startStubServer(async () => {
      await answered.promise;
      return { body: { Code: 'OK' } };
    });
    const aliyun = {
      SMS_PROVIDER: 'aliyun',
      ALIYUN_SMS_ENDPOINT: server.url,
      ALIYUN_ACCESS_KEY_ID: 'a',
      ALIYUN_ACCESS_KEY_SECRET: 'b',
    };
    const api = await startTestApi({
      settings: {
        ...aliyun,
        ALIYUN_SMS_SIGN_NAME: 's',
        ALIYUN_SMS_TEMPLATE_CODE: 't',
        ALIYUN_SMS_INVITATION_TEMPLATE_CODE: 'i',
        ALIYUN_SMS_MOBILE_CHANGED_TEMPLATE_CODE: 'm',
      },
    });
    const { body } = await api.call('verificationCode/requestVerificationCode', {
      mobile: '13800000001',
      scene: 'resetPassword',
    });
    expect(body.result).toEqual({ expiresInSeconds: 600 });
    await eventually(() => expect(server.asked).toHaveLength(1));
    answered.resolve();
    await api.close();
  });
});

describe('the aliyun captcha adapter', () => {
  const proof = { captchaVerifyParam: '{"sceneId":"scene-1","certifyId":"x"}', sceneId: 'scene-1' };

  test('offers what the browser’s part needs, and asks the service about a proof', async () => {
    server = await startStubServer(() => ({ body: { Result: { VerifyResult: true, VerifyCode: 'T001' } } }));
    const captcha = aliyunCaptcha(settingsOf(server.url), testClock());
    expect(await captcha.offer('login')).toEqual({
      provider: 'aliyun',
      sceneId: 'scene-1',
      prefix: 'prefix',
      region: 'cn',
    });
    expect(await captcha.verify(proof, 'login')).toBe(true);
    const [asked] = server.asked as [Asked];
    expect(Object.fromEntries(asked.form)).toMatchObject({
      Action: 'VerifyIntelligentCaptcha',
      Version: '2023-03-05',
      CaptchaVerifyParam: proof.captchaVerifyParam,
      SceneId: 'scene-1',
      Signature: signatureOf(asked),
    });
  });

  test('a proof of another scene is refused unasked, a bad one by the service, and a failing service is a fault', async () => {
    let status = 200;
    server = await startStubServer(() => ({ status, body: { Result: { VerifyResult: false } } }));
    const captcha = aliyunCaptcha(settingsOf(server.url), testClock());
    expect(await captcha.verify({ ...proof, sceneId: 'other' }, 'login')).toBe(false);
    expect(server.asked).toHaveLength(0);
    expect(await captcha.verify(proof, 'login')).toBe(false);
    status = 500;
    await expect(captcha.verify(proof, 'login')).rejects.toThrow('500');
  });
});
