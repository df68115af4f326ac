import { z } from 'zod';
import { parseJson } from '../../../platform/channels/account.ts';
import { alipayCall } from '../../../platform/channels/alipay-call.ts';
import { connected, type Probe, refusedBy, unknownAnswer, wrongSecret } from './probe.ts';

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

/** 支付宝: asks for a trade that does not exist. “Not found” means that the signature was accepted. */
export const alipay: Probe = {
  question: (account, now) =>
    alipayCall(account, now, 'alipay.trade.query', { out_trade_no: `probe${now.getTime()}` }),

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
