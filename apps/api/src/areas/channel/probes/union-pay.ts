import { createHash, sign } from 'node:crypto';
import { shanghaiStamp } from '../../../platform/time/shanghai.ts';
import { connected, type Probe, refusedBy, unknownAnswer, wrongSecret } from './probe.ts';
import { keyPairOf } from './signing-key.ts';

/** 银联 (全渠道 5.1.0, certificate signature): asks for a transaction that does not exist. “Not found” means that the signature was accepted. */
export const unionPay: Probe = {
  question: ({ address, externalId, secret }, now) => {
    const { key, certificate } = keyPairOf(secret);
    const time = shanghaiStamp(now);
    const parameters: Record<string, string> = {
      version: '5.1.0',
      encoding: 'UTF-8',
      signMethod: '01',
      txnType: '00',
      txnSubType: '00',
      bizType: '000000',
      accessType: '0',
      channelType: '07',
      merId: externalId,
      orderId: `probe${time}`,
      txnTime: time,
      certId: BigInt(`0x${certificate.serialNumber}`).toString(),
    };
    const text = Object.keys(parameters)
      .sort()
      .map((name) => `${name}=${parameters[name]}`)
      .join('&');
    // What is signed is the digest in hexadecimal, not the text.
    const digest = createHash('sha256').update(text).digest('hex');
    const signature = sign('sha256', Buffer.from(digest), key).toString('base64');
    return {
      url: new URL(address),
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded;charset=UTF-8' },
      body: new URLSearchParams({ ...parameters, signature }).toString(),
    };
  },

  assess: (_status, text) => {
    const { code, said } = answerOf(text);
    if (!code) return unknownAnswer;
    if (code === '11') return wrongSecret(code);
    // Found, or no such transaction.
    if (code === '00' || code === '34' || code === '35') return connected;
    return refusedBy(code, said);
  },
};

/** The answer's fields stand one after the other, not escaped: a signature in it has `+` and `=`. */
function answerOf(text: string): { code: string | undefined; said: string } {
  const field = (name: string) => new RegExp(`(?:^|&)${name}=([^&]*)`).exec(text)?.[1];
  return { code: field('respCode'), said: field('respMsg') ?? '' };
}
