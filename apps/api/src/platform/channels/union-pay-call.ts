import { createHash, sign } from 'node:crypto';
import type { ChannelAccount, ChannelCall } from './account.ts';
import { keyPairOf } from './signing-key.ts';

/**
 * A call of 银联 (全渠道 5.1.0, certificate signature over the digest of the sorted parameters) at an interface beside the account's address;
 * throws `BadSecret` where the secret can't sign.
 */
export function unionPayCall(
  { address, externalId, secret }: ChannelAccount,
  interfaceName: string,
  given: Record<string, string>,
): ChannelCall {
  const { key, certificate } = keyPairOf(secret);
  const parameters: Record<string, string> = {
    version: '5.1.0',
    encoding: 'UTF-8',
    signMethod: '01',
    accessType: '0',
    merId: externalId,
    certId: BigInt(`0x${certificate.serialNumber}`).toString(),
    ...given,
  };
  const text = Object.keys(parameters)
    .sort()
    .map((name) => `${name}=${parameters[name]}`)
    .join('&');
  // What is signed is the digest in hexadecimal, not the text.
  const digest = createHash('sha256').update(text).digest('hex');
  const signature = sign('sha256', Buffer.from(digest), key).toString('base64');
  return {
    url: new URL(interfaceName, address),
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded;charset=UTF-8' },
    body: new URLSearchParams({ ...parameters, signature }).toString(),
  };
}

/** What it answers: the fields stand one after the other, not escaped, and a signature among them has `+` and `=`. */
export function unionPayAnswer(text: string) {
  const field = (name: string) => new RegExp(`(?:^|&)${name}=([^&]*)`).exec(text)?.[1];
  return { code: field('respCode'), said: field('respMsg') ?? '', field };
}
