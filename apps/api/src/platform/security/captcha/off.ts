import type { Captcha } from './captcha.ts';

/** Lets everything pass; the settings refuse it in production. */
export const captchaOff: Captcha = {
  offer: async () => ({ provider: 'off' }),
  verify: async ({ captchaVerifyParam }) => captchaVerifyParam.length > 0,
};
