import { randomBytes, sign } from 'node:crypto';
import type { ChannelAccount, ChannelCall } from './account.ts';
import { keyPairOf } from './signing-key.ts';

/**
 * A call of 微信支付 (API v3) at a path of the account's host, signed with the merchant's key and named by its certificate's serial number;
 * with content it is a POST. Throws `BadSecret` where the secret can't sign.
 */
export function wechatCall(
  { address, externalId, secret }: ChannelAccount,
  now: Date,
  path: string,
  content?: object,
): ChannelCall {
  const { key, certificate } = keyPairOf(secret);
  const url = new URL(path, address);
  const method = content ? 'POST' : 'GET';
  const body = content ? JSON.stringify(content) : '';
  const timestamp = Math.floor(now.getTime() / 1000);
  const nonce = randomBytes(16).toString('hex').toUpperCase();
  // Method, path, time, nonce and body, each on its line, the last one too.
  const text = `${method}\n${url.pathname}${url.search}\n${timestamp}\n${nonce}\n${body}\n`;
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
    method,
    headers: {
      Accept: 'application/json',
      'User-Agent': 'xyxlx',
      Authorization: `WECHATPAY2-SHA256-RSA2048 ${fields.join(',')}`,
      ...(content && { 'Content-Type': 'application/json' }),
    },
    ...(content && { body }),
  };
}
