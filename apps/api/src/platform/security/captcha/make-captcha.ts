import type { Clock } from '../../../core/clock.ts';
import type { Database } from '../../db/database.ts';
import type { Settings } from '../../settings/settings.ts';
import { aliyunCaptcha } from './aliyun.ts';
import type { Captcha } from './captcha.ts';
import { captchaOff } from './off.ts';
import { sliderCaptcha } from './slider.ts';

/** The captcha that the settings ask for. */
export function makeCaptcha(settings: Settings, { prisma }: Database, clock: Clock): Captcha {
  switch (settings.captchaProvider) {
    case 'aliyun':
      return aliyunCaptcha(settings.aliyun, clock);
    case 'off':
      return captchaOff;
    case 'slider':
      return sliderCaptcha(prisma, clock);
  }
}
