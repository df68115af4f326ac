import { z } from 'zod';
import { parseJson } from '../../../platform/channels/account.ts';
import { connected, type Probe, refusedBy, unknownAnswer } from './probe.ts';

const answer = z.object({ errcode: z.number(), errmsg: z.string().default('') });

/** 企业微信 and 钉钉 hand out a token for the credentials, named as each of them does. */
export function tokenProbe(names: { id: string; secret: string }): Probe {
  return {
    question: ({ address, appId, secret }) => {
      const url = new URL(address);
      url.searchParams.set(names.id, appId);
      url.searchParams.set(names.secret, secret);
      return { url, method: 'GET' };
    },
    assess: (_status, text) => {
      const { data } = answer.safeParse(parseJson(text));
      if (!data) return unknownAnswer;
      return data.errcode === 0 ? connected : refusedBy(String(data.errcode), data.errmsg);
    },
  };
}
