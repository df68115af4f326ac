import { sign } from 'node:crypto';
import { shanghaiTime } from '../time/shanghai.ts';
import type { ChannelAccount, ChannelCall } from './account.ts';
import { privateKeyOf } from './signing-key.ts';

/** A call of 支付宝's gateway (OpenAPI, RSA2 over the sorted parameters); throws `BadSecret` where the secret can't sign. */
export function alipayCall(
  { address, appId, secret }: ChannelAccount,
  now: Date,
  method: string,
  content: object,
  more: Record<string, string> = {},
): ChannelCall {
  const parameters: Record<string, string> = {
    app_id: appId,
    method,
    format: 'JSON',
    charset: 'utf-8',
    sign_type: 'RSA2',
    timestamp: shanghaiTime(now),
    version: '1.0',
    biz_content: JSON.stringify(content),
    ...more,
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
}
