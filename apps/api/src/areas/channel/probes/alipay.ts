import { sign } from 'node:crypto';
import { z } from 'zod';
import { shanghaiTime } from '../../../platform/time/shanghai.ts';
import { connected, type Probe, parseJson, refusedBy, unknownAnswer, wrongSecret } from './probe.ts';
import { privateKeyOf } from './signing-key.ts';

const said = z.object({
  code: z.string(),
  msg: z.string().default(''),
  sub_code: z.string().default(''),
  sub_msg: z.string().default(''),
});
const answer = z.union([
  z.object({ alipay_trade_query_response: said }).transform((value) => value.alipay_trade_query_response),
  z.object({ error_response: said }).transform((value) => value.error_response),
]);

/** 支付宝 (OpenAPI gateway, RSA2): asks for a trade that does not exist. “Not found” means that the signature was accepted. */
export const alipay: Probe = {
  question: ({ address, appId, secret }, now) => {
    const parameters: Record<string, string> = {
      app_id: appId,
      method: 'alipay.trade.query',
      format: 'JSON',
      charset: 'utf-8',
      sign_type: 'RSA2',
      timestamp: shanghaiTime(now),
      version: '1.0',
      biz_content: JSON.stringify({ out_trade_no: `probe${now.getTime()}` }),
    };
    const text = Object.keys(parameters)
      .sort()
      .map((name) => `${name}=${parameters[name]}`)
      .join('&');
    const signature = sign('sha256', Buffer.from(text), privateKeyOf(secret)).toString('base64');
    const url = new URL(address);
    url.searchParams.set('charset', 'utf-8');
    return {
      url,
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded;charset=utf-8' },
      body: new URLSearchParams({ ...parameters, sign: signature }).toString(),
    };
  },

  assess: (_status, text) => {
    const { data } = answer.safeParse(parseJson(text));
    if (!data) return unknownAnswer;
    const { code, msg, sub_code, sub_msg } = data;
    if (sub_code === 'isv.invalid-signature') return wrongSecret(sub_code);
    // Found, not found, or not allowed to query trades: each means that the signature was checked.
    if (code === '10000' || sub_code === 'ACQ.TRADE_NOT_EXIST' || code === '40006') return connected;
    return refusedBy(sub_code || code, sub_msg || msg);
  },
};
