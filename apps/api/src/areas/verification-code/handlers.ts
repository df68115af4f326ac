import type { verificationCode as contract } from '@xyxlx/contracts/verification-code';
import { Refusal } from '../../core/errors.ts';
import { captchaRefused, type Scene } from '../../platform/security/captcha/captcha.ts';
import { sliderCaptcha } from '../../platform/security/captcha/slider.ts';
import { consumeLimits } from '../../platform/security/rate-limit.ts';
import type { Handlers } from '../../wire/implement.ts';
import { sendCode } from './codes.ts';

export const verificationCode: Handlers<typeof contract> = {
  requestVerificationCode: async ({ input, request, deps }) => {
    if (deps.settings.captchaRequired) {
      throw new Refusal({
        zh: '此方式已停用，请升级客户端',
        en: 'This way of asking for a code is off, please update your client',
      });
    }
    return sendCode(deps, request, input);
  },

  requestVerificationCode_V2: async ({ input, request, deps }) => {
    if (!(await deps.captcha.verify(input, 'verificationCode'))) throw new Refusal(captchaRefused);
    return sendCode(deps, request, input);
  },

  requestCaptcha: async ({ input, request, deps }) => {
    await consumeLimits(
      deps.database.prisma,
      [
        { key: `captcha/address/${request.ip}`, max: 120, seconds: 60 },
        { key: `captcha/address/${request.ip}`, max: 5000, seconds: 86_400 },
      ],
      deps.clock.now(),
    );
    return deps.captcha.offer(input.sceneId);
  },

  solveCaptcha: async ({ input, deps }) => {
    const slider = sliderCaptcha(deps.database.prisma, deps.clock);
    const captchaVerifyParam = await slider.solve(input.captchaId, input.trace);
    if (!captchaVerifyParam) throw new Refusal(captchaRefused);
    return { captchaVerifyParam };
  },

  aliVerification: async ({ input, deps }) => ({
    verifyResult: await deps.captcha.verify(input, input.sceneId as Scene),
  }),
};
