/** What the tests of the deployment files know of production: the API image's own environment, and values for what it asks for. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './run.ts';

/** The ENV of the image's last stage. */
export const imageEnvironment: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ...(/^ENV (.*)$/m
      .exec(readFileSync(join(ROOT, 'apps/api/Dockerfile'), 'utf8'))?.[1]
      ?.matchAll(/(\w+)=(\S+)/g) ?? []),
  ].map(([, name = '', value = '']) => [name, value]),
);

/** A key of its own for each number, good enough for production. */
export const exampleSecret = (n: number) => `${n}f3a91c5e7b2d4860c1d2e3f405162738`;

/** All that production asks for beside its database. */
export const neededSettings: Readonly<Record<string, string>> = {
  JWT_SECRET: exampleSecret(1),
  DATA_KEY: exampleSecret(2),
  ALIYUN_ACCESS_KEY_ID: 'id',
  ALIYUN_ACCESS_KEY_SECRET: 'key',
  ALIYUN_SMS_SIGN_NAME: 'sign',
  ALIYUN_SMS_TEMPLATE_CODE: 'template',
  ALIYUN_SMS_INVITATION_TEMPLATE_CODE: 'invitation',
  ALIYUN_SMS_MOBILE_CHANGED_TEMPLATE_CODE: 'moved',
  SMTP_URL: 'smtp://mail.example.com:587',
  MAIL_FROM: 'no-reply@example.com',
};
