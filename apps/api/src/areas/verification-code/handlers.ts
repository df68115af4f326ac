import type { verificationCode as contract } from '@xyxlx/contracts/verification-code';
import type { Scene } from '../../captcha/captcha.ts';
import { sliderCaptcha } from '../../captcha/slider.ts';
import { Refusal } from '../../wire/errors.ts';
import type { Handlers } from '../../wire/implement.ts';

export const verificationCode: Handlers<typeof contract> = {
  requestCaptcha: async ({ input, deps }) => deps.captcha.offer(input.sceneId),

  solveCaptcha: async ({ input, deps }) => {
    const captchaVerifyParam = await sliderCaptcha(deps.database.prisma, deps.clock).solve(
      input.captchaId,
      input.trace,
    );
    if (!captchaVerifyParam) {
      throw new Refusal({ zh: '验证未通过，请重新滑动', en: 'The check failed, please slide again' });
    }
    return { captchaVerifyParam };
  },

  aliVerification: async ({ input, deps }) => ({
    verifyResult: await deps.captcha.verify(input, input.sceneId as Scene),
  }),
};
