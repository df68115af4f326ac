import { z } from 'zod';
import type { Clock } from '../../core/clock.ts';
import { callAliyun } from '../http/aliyun-rpc.ts';
import type { AliyunSettings } from '../settings/settings.ts';
import type { MessageService } from './messenger.ts';

const answer = z.object({ Code: z.string(), Message: z.string().optional() });

/** Alibaba Cloud short messages (SendSms, version 2017-05-25); throws when the message was not taken. */
export function aliyunSms(settings: AliyunSettings, clock: Clock): MessageService {
  return {
    send: async ({ mobile, scene, code }) => {
      const given = await callAliyun(
        settings.smsEndpoint,
        settings,
        'SendSms',
        '2017-05-25',
        {
          PhoneNumbers: mobile,
          SignName: settings.smsSignName,
          // A template says what it tells of by itself: only codes are filled in.
          ...(code === null
            ? { TemplateCode: settings.smsNoticeTemplates[scene] }
            : { TemplateCode: settings.smsTemplateCode, TemplateParam: JSON.stringify({ code }) }),
        },
        clock.now(),
      );
      const { Code, Message } = answer.parse(given);
      if (Code !== 'OK') throw new Error(`SendSms answered ${Code}: ${Message ?? ''}`);
    },
  };
}
