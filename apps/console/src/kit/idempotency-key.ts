import { codes } from '@xyxlx/contracts/wire';
import { useState } from 'react';
import { failureOf } from '../lib/failure.ts';
import { randomKey } from '../lib/random-key.ts';

/**
 * Options for a mutation that takes an idempotency key: the key of what the user is about to do. It stays the same until
 * the server has said yes or no, so that a second press after a lost answer changes nothing.
 */
export function useIdempotencyKey() {
  const [idempotencyKey, renew] = useState(randomKey);
  return {
    trpc: { context: { idempotencyKey } },
    onSettled(_result: unknown, error: unknown): void {
      if (error === null || wasRefused(error)) renew(randomKey());
    },
  };
}

// A lost answer and a fault leave open what happened; a refusal and a bad input don't.
function wasRefused(error: unknown): boolean {
  const code = failureOf(error).wire?.code;
  return code === codes.refused || code === codes.invalid;
}
