import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { environment, readSettings } from './settings.ts';
import { SettingsError } from './settings-error.ts';

const external = { DATABASE_URL: 'postgresql://db/x', JWT_SECRET: 'x'.repeat(32) };

describe('settings', () => {
  test('lengths of time are read with their unit', () => {
    const settings = readSettings({ ...external, ACCESS_TOKEN_TTL: '2s', SESSION_MAX_TTL: '12h' });
    expect(settings.accessTokenTtl).toBe(2000);
    expect(settings.sessionMaxTtl).toBe(43_200_000);
  });

  test('each one is in docs/operations.md', () => {
    const page = readFileSync(new URL('../../../../../docs/operations.md', import.meta.url), 'utf8');
    expect(Object.keys(environment.shape).filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });

  test('a blank is left out', () => {
    expect(readSettings({ ...external, PORT: ' ' }).port).toBe(8080);
  });

  test.each([
    ['PORT', 'eighty'],
    ['ACCESS_TOKEN_TTL', '10'],
    ['ACCESS_TOKEN_TTL', '0s'],
    ['SESSION_MAX_TTL', '99999999d'],
    ['CAPTCHA_PROVIDER', 'recaptcha'],
    ['SEED', 'huge'],
    ['FIRST_ADMIN', 'admin'],
    ['DATABASE_URL', 'mysql://db/x'],
    ['DATABASE_URL', 'postgresql://u:p@:x/y'],
    ['JWT_SECRET', 'short'],
    ['CHANNEL_HOSTS', 'pay.example.com'],
    ['STOP_DELAY', '3'],
    ['TRUST_PROXY', 'yes'],
    ['TRUST_PROXY', '0'],
    ['TRUST_PROXY', '11'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.1,'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['TRUST_PROXY', '10.0.0.0/8/8'],
    ['METRICS_TOKEN', 'short'],
    ['DATABASE_ADMIN_URL', 'mysql://db/x'],
  ])('a wrong %s stops the start with a sentence that names it', (name, value) => {
    expect(() => readSettings({ ...external, [name]: value })).toThrow(new RegExp(`^Setting ${name}: `));
  });

  test.each([
    ['false', false],
    ['true', 1],
    ['3', 3],
    ['10.0.0.0/8, 192.168.1.7,fd00::/8', ['10.0.0.0/8', '192.168.1.7', 'fd00::/8']],
  ])('TRUST_PROXY=%s names the proxies', (text, proxies) => {
    expect(readSettings({ ...external, TRUST_PROXY: text }).trustProxy).toEqual(proxies);
  });

  describe('production', () => {
    const production = {
      NODE_ENV: 'production',
      DATABASE_URL: 'postgresql://db/x',
      JWT_SECRET: 'f3a91c5e7b2d4860f3a91c5e7b2d4861',
      SMS_PROVIDER: 'aliyun',
      ALIYUN_ACCESS_KEY_ID: 'id',
      ALIYUN_ACCESS_KEY_SECRET: 'secret',
      ALIYUN_SMS_SIGN_NAME: 'name',
      ALIYUN_SMS_TEMPLATE_CODE: 'code',
      ALIYUN_SMS_INVITATION_TEMPLATE_CODE: 'invitation',
      ALIYUN_SMS_MOBILE_CHANGED_TEMPLATE_CODE: 'moved',
      SMTP_URL: 'smtp://mail.example.com:587',
      MAIL_FROM: '商户平台 <no-reply@example.com>',
    };

    test('what it needs is enough, and nothing of the demo comes by itself', () => {
      const { DATABASE_URL: _, ...embedded } = production;
      for (const settings of [readSettings(production), readSettings(embedded)]) {
        expect(settings).toMatchObject({ seed: 'none', devTools: false, captchaRequired: true });
      }
    });

    test('a stop is announced for a moment, and at once anywhere else', () => {
      expect(readSettings(production).stopDelay).toBe(3000);
      expect(readSettings({ ...production, STOP_DELAY: '0s' }).stopDelay).toBe(0);
      expect(readSettings(external).stopDelay).toBe(0);
    });

    test.each([
      ['DEV_TOOLS', 'on'],
      ['SEED', 'demo'],
      ['SEED', 'small'],
      ['SEED', 'large'],
      ['SMS_PROVIDER', 'outbox'],
      ['SMS_PROVIDER', ''],
      ['SMTP_URL', ''],
      ['CAPTCHA_PROVIDER', 'off'],
      ['CAPTCHA_REQUIRED', 'false'],
      ['JWT_SECRET', 'a'.repeat(32)],
      ['JWT_SECRET', 'change-me '.repeat(4)],
      ['JWT_SECRET', `${production.JWT_SECRET},${'ab'.repeat(16)}`],
      // Seven different characters, and no repetition.
      ['JWT_SECRET', '01234566543210112233445566001234'],
      ['DATA_KEY', 'a'.repeat(32)],
      ['METRICS_TOKEN', 'a'.repeat(16)],
      ['OAUTH_PROVIDER', 'stub'],
      ['WORKWX_PROVIDER', 'stub'],
    ])('refuses %s %j in a sentence that names it', (name, value) => {
      const sentence = new RegExp(`^Setting ${name}: .*refused when NODE_ENV=production`);
      expect(() => readSettings({ ...production, [name]: value })).toThrow(sentence);
      expect(() => readSettings({ ...production, [name]: value })).toThrow(SettingsError);
    });
  });

  test.each(['0.0.0.0', '::', '192.168.1.7', 'console.example'])(
    'developer tools on HOST %s are refused unless hosts are named for them',
    (HOST) => {
      const open = { ...external, DEV_TOOLS: 'on', HOST };
      expect(() => readSettings(open)).toThrow(/^Setting DEV_TOOLS: .*DEV_TOOLS_HOSTS/);
      expect(readSettings({ ...open, DEV_TOOLS_HOSTS: 'Demo.example' }).devToolsHosts).toContain(
        'demo.example',
      );
      expect(readSettings({ ...open, DEV_TOOLS: 'off' }).devTools).toBe(false);
    },
  );

  test('e-mails are from somebody where they are sent, and kept where no server is named', () => {
    const server = { ...external, SMTP_URL: 'smtps://user:p%40ss@mail.example.com' };
    expect(() => readSettings(server)).toThrow(/^Setting MAIL_FROM: required by SMTP_URL/);
    const from = 'no-reply@example.com';
    expect(readSettings({ ...server, MAIL_FROM: from }).mail).toEqual({ smtpUrl: server.SMTP_URL, from });
    expect(() => readSettings({ ...server, MAIL_FROM: 'nobody' })).toThrow(/^Setting MAIL_FROM: /);
    expect(() => readSettings({ ...server, SMTP_URL: 'http://mail.example.com' })).toThrow(
      /^Setting SMTP_URL: /,
    );
    expect(readSettings(external).mail).toBeUndefined();
  });

  test('the first administrator is reached by what sends the code', () => {
    const sms = { SMS_PROVIDER: 'aliyun', ALIYUN_ACCESS_KEY_ID: 'i', ALIYUN_ACCESS_KEY_SECRET: 's' };
    const settings = {
      ...external,
      ...sms,
      ALIYUN_SMS_SIGN_NAME: 'n',
      ALIYUN_SMS_TEMPLATE_CODE: 'c',
      ALIYUN_SMS_INVITATION_TEMPLATE_CODE: 'i',
      ALIYUN_SMS_MOBILE_CHANGED_TEMPLATE_CODE: 'm',
    };
    expect(readSettings({ ...settings, FIRST_ADMIN: '13700000001' }).firstAdmin).toBe('13700000001');
    expect(() => readSettings({ ...settings, FIRST_ADMIN: 'a@example.com' })).toThrow(
      /^Setting FIRST_ADMIN: /,
    );
    expect(readSettings({ ...external, FIRST_ADMIN: 'a@example.com' }).firstAdmin).toBe('a@example.com');
  });

  test.each([
    'pay.example.com',
    'https://pay.example.com:443',
    'pay.example.com:0',
    'pay.example.com:65536',
    'a b:80',
    'x:80/y',
  ])('of the hosts of channels the one that is none is named: %s', (wrong) => {
    const hosts = `127.0.0.1:9000, ${wrong},[::1]:80`;
    expect(() => readSettings({ ...external, CHANNEL_HOSTS: hosts })).toThrow(
      `Setting CHANNEL_HOSTS: ${wrong} is no host:port`,
    );
  });

  test('hosts of channels are read in small letters, blanks left out', () => {
    const { channelHosts } = readSettings({
      ...external,
      CHANNEL_HOSTS: ' 127.0.0.1:9000,, Pay.Example.COM:8443 ,[::1]:80',
    });
    expect(channelHosts).toEqual(['127.0.0.1:9000', 'pay.example.com:8443', '[::1]:80']);
  });

  test('an external database needs a secret of its own, and every one of several must be long enough', () => {
    expect(() => readSettings({ DATABASE_URL: external.DATABASE_URL })).toThrow(/JWT_SECRET/);
    const secrets = `${'a'.repeat(32)},short`;
    expect(() => readSettings({ ...external, JWT_SECRET: secrets })).toThrow(/JWT_SECRET/);
  });

  test('the embedded database makes its secret once and keeps it to itself', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'settings-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true }));
    const first = readSettings({ DATA_DIR: dataDir });
    expect(readSettings({ DATA_DIR: dataDir }).jwtSecrets).toEqual(first.jwtSecrets);
    expect(statSync(join(dataDir, 'jwt-secret')).mode & 0o077).toBe(0);
    expect(first.devTools).toBe(true);
  });

  test('a key file that was cut off is not signed with', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'settings-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true }));
    writeFileSync(join(dataDir, 'jwt-secret'), '');
    expect(() => readSettings({ DATA_DIR: dataDir })).toThrow(/^Setting DATA_DIR: .*jwt-secret is no key/);
  });

  test('a DATA_DIR that is no directory stops the start with a sentence that names it', () => {
    expect(() => readSettings({ DATA_DIR: import.meta.filename })).toThrow(/^Setting DATA_DIR: /);
  });

  test('the aliyun provider names the credential it lacks', () => {
    expect(() => readSettings({ ...external, CAPTCHA_PROVIDER: 'aliyun' })).toThrow(/ALIYUN_ACCESS_KEY_ID/);
  });
});
