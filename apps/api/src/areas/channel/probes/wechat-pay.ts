import { z } from 'zod';
import { parseJson } from '../../../platform/channels/account.ts';
import { wechatCall } from '../../../platform/channels/wechat-call.ts';
import { connected, type Probe, refusedBy, unknownAnswer, wrongSecret } from './probe.ts';

const failure = z.object({ code: z.string(), message: z.string().default('') });

/** 微信支付: asks for the platform's certificates. */
export const wechatPay: Probe = {
  question: (account, now) => {
    const { pathname, search } = new URL(account.address);
    return wechatCall(account, now, `${pathname}${search}`);
  },

  assess: (status, text) => {
    if (status === 200) return connected;
    const { data } = failure.safeParse(parseJson(text));
    if (!data) return unknownAnswer;
    if (status === 401 || data.code === 'SIGN_ERROR') return wrongSecret(data.code);
    // A merchant who verifies with WeChat Pay's public key has no platform certificates; the signature was accepted.
    if (status === 404 && data.code === 'RESOURCE_NOT_EXISTS') return connected;
    return refusedBy(data.code, data.message);
  },
};
