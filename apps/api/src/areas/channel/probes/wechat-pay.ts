import { randomBytes, sign } from 'node:crypto';
import { z } from 'zod';
import { connected, type Probe, parseJson, refusedBy, unknownAnswer, wrongSecret } from './probe.ts';
import { keyPairOf } from './signing-key.ts';

const failure = z.object({ code: z.string(), message: z.string().default('') });

/** 微信支付 (API v3): asks for the platform's certificates, signed with the merchant's key and named by its certificate's serial number. */
export const wechatPay: Probe = {
  question: ({ address, externalId, secret }, now) => {
    const { key, certificate } = keyPairOf(secret);
    const url = new URL(address);
    const timestamp = Math.floor(now.getTime() / 1000);
    const nonce = randomBytes(16).toString('hex').toUpperCase();
    // Method, path, time, nonce and an empty body, each on its line, the last one too.
    const text = `GET\n${url.pathname}${url.search}\n${timestamp}\n${nonce}\n\n`;
    const signature = sign('sha256', Buffer.from(text), key).toString('base64');
    const named = {
      mchid: externalId,
      nonce_str: nonce,
      signature,
      timestamp,
      serial_no: certificate.serialNumber,
    };
    const fields = Object.entries(named).map(([name, value]) => `${name}="${value}"`);
    return {
      url,
      method: 'GET',
      headers: {
        Accept: 'application/json',
        'User-Agent': 'xyxlx',
        Authorization: `WECHATPAY2-SHA256-RSA2048 ${fields.join(',')}`,
      },
    };
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
