import { AsyncLocalStorage } from 'node:async_hooks';
import type { Prisma } from '@xyxlx/database/client/client';

/** The idempotency key of the request that is being handled, as its transactions see it. */
export interface KeyInUse {
  /** Takes the key in a transaction, before anything else happens there; throws when another request has it. */
  claim(tx: Prisma.TransactionClient): Promise<void>;
  /** Keeps the answer in the transaction of the effect, if `value` already is the answer. */
  keep(tx: Prisma.TransactionClient, value: unknown): Promise<void>;
  /** A transaction with the key in it has committed. */
  committed: boolean;
}

const storage = new AsyncLocalStorage<KeyInUse>();

/** Handles a request under its key. */
export function underKey<T>(key: KeyInUse, work: () => Promise<T>): Promise<T> {
  return storage.run(key, work);
}

/** Runs the work of one transaction so that the key, the effect and the answer commit together or not at all. */
export async function keyed<T>(tx: Prisma.TransactionClient, work: () => Promise<T>): Promise<T> {
  const key = storage.getStore();
  if (!key || key.committed) return work();
  await key.claim(tx);
  const value = await work();
  await key.keep(tx, value);
  return value;
}

/** To be called after a transaction has committed. */
export function keyCommitted(): void {
  const key = storage.getStore();
  if (key) key.committed = true;
}
