import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** What of a call is signed. */
export interface SignedParts {
  /** Seconds since 1970, in digits. */
  timestamp: string;
  nonce: string;
  /** With `/xyxlx`, without a query. */
  path: string;
  /** As it is sent. */
  body: Buffer;
}

/** The signature of a call, in hex: HMAC-SHA256 with the callback secret of its binding. */
export function signatureOf(secret: string, parts: SignedParts): string {
  return digest(secret, parts).toString('hex');
}

/** Whether a signature is the call's, in a time that tells nothing of it. */
export function isSignatureOf(secret: string, parts: SignedParts, given: string): boolean {
  const expected = digest(secret, parts);
  const bytes = Buffer.from(given, 'hex');
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
}

function digest(secret: string, { timestamp, nonce, path, body }: SignedParts): Buffer {
  const bodyHash = createHash('sha256').update(body).digest('hex');
  return createHmac('sha256', secret).update([timestamp, nonce, path, bodyHash].join('\n')).digest();
}
