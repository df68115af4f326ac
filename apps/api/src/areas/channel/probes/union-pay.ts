import { unionPayAnswer, unionPayCall } from '../../../platform/channels/union-pay-call.ts';
import { shanghaiStamp } from '../../../platform/time/shanghai.ts';
import { connected, type Probe, refusedBy, unknownAnswer, wrongSecret } from './probe.ts';

/** 银联: asks for a transaction that does not exist. “Not found” means that the signature was accepted. */
export const unionPay: Probe = {
  question: (account, now) => {
    const time = shanghaiStamp(now);
    return unionPayCall(account, new URL(account.address).pathname, {
      txnType: '00',
      txnSubType: '00',
      bizType: '000000',
      channelType: '07',
      orderId: `probe${time}`,
      txnTime: time,
    });
  },

  assess: (_status, text) => {
    const { code, said } = unionPayAnswer(text);
    if (!code) return unknownAnswer;
    if (code === '11') return wrongSecret(code);
    // Found, or no such transaction.
    if (code === '00' || code === '34' || code === '35') return connected;
    return refusedBy(code, said);
  },
};
