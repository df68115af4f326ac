import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';

/** Hashes and checks passwords, off the event loop and only a few at a time: unbounded hashing starves every other request. */
export interface Passwords {
  hash(password: string): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
  /** Takes as long as `verify` and says no: for accounts that don't exist. */
  verifyNothing(password: string): Promise<false>;
}

/** OWASP's parameters for argon2id: 19 MiB, two passes. */
export const argon2Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Makes the hasher; `atOnce` is how many run side by side. */
export function makePasswords(atOnce = 2): Passwords {
  const limit = pLimit(atOnce);
  const decoy = hash(randomBytes(16).toString('hex'), argon2Options);
  return {
    hash: (password) => limit(() => hash(password, argon2Options)),
    verify: (stored, password) => limit(() => verify(stored, password)),
    verifyNothing: async (password) => {
      const stored = await decoy;
      await limit(() => verify(stored, password));
      return false;
    },
  };
}
