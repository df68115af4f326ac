import { createHash, randomBytes } from 'node:crypto';

/** How long a sign-on may take at the provider, and a binding after it, in milliseconds. */
export const signOnLife = 10 * 60_000;

/** A state, a verifier or a ticket: 256 bits. */
export function secretText(): string {
  return randomBytes(32).toString('base64url');
}

/** What the database keeps of a state or a ticket: a hash, which can't be used for either. */
export function secretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
