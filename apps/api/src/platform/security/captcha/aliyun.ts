import { z } from 'zod';
import type { Clock } from '../../../core/clock.ts';
import { callAliyun } from '../../http/aliyun-rpc.ts';
import type { AliyunSettings } from '../../settings/settings.ts';
import type { Captcha } from './captcha.ts';

const answer = z.object({ Result: z.object({ VerifyResult: z.boolean() }) });

/** Alibaba Cloud captcha 2.0 (VerifyIntelligentCaptcha, version 2023-03-05). */
export function aliyunCaptcha(settings: AliyunSettings, clock: Clock): Captcha {
  return {
    offer: async () => ({
      provider: 'aliyun',
      sceneId: settings.captchaSceneId,
      prefix: settings.captchaPrefix,
      region: 'cn',
    }),
    verify: async ({ captchaVerifyParam, sceneId }) => {
      if (sceneId !== settings.captchaSceneId) return false;
      const given = await callAliyun(
        settings.captchaEndpoint,
        settings,
        'VerifyIntelligentCaptcha',
        '2023-03-05',
        { CaptchaVerifyParam: captchaVerifyParam, SceneId: sceneId },
        clock.now(),
      );
      return answer.parse(given).Result.VerifyResult;
    },
  };
}
