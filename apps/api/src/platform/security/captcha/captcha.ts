import type { Label } from '@xyxlx/contracts/endpoint';
import type { captchaScenes, verificationCode } from '@xyxlx/contracts/verification-code';
import type { z } from 'zod';

export type Scene = (typeof captchaScenes)[number];

/** What a screen needs to show the captcha. */
type CaptchaOffer = z.input<typeof verificationCode.requestCaptcha.output>;

/** What a call carries of a solved captcha. */
export interface CaptchaProof {
  captchaVerifyParam: string;
  sceneId: string;
}

/** What a caller who did not pass is told. */
export const captchaRefused: Label = {
  zh: '验证未通过，请重新滑动',
  en: 'The check failed, please slide again',
};

/** The outside world's test that a person is there; one adapter a provider. */
export interface Captcha {
  offer(scene: Scene): Promise<CaptchaOffer>;
  /** Whether the proof is good for the scene; a proof is used up by the first look at it. */
  verify(proof: CaptchaProof, scene: Scene): Promise<boolean>;
}

declare module '../../../core/deps.ts' {
  interface Deps {
    captcha: Captcha;
  }
}
