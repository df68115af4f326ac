import { setTimeout as wait } from 'node:timers/promises';
import { Prisma } from '@xyxlx/database/client/client';
import type { Caller } from '../../core/caller.ts';
import { SignInAgain } from '../../core/errors.ts';
import { keyCommitted, keyed } from '../idempotency/key-in-use.ts';
import type { Database } from './database.ts';
import { longTimeout } from './service-pool.ts';
import { sqlStateOf } from './sql-state.ts';

export type Transaction = Prisma.TransactionClient;

const maxTries = 5;

/** In ms: a step of a job; nothing asks for more. */
export const longestTransaction = 600_000;

/**
 * Runs `work` in one transaction, again when another one came in between (≤ 5 tries); use nothing but the given client inside.
 * Under an idempotency key the key commits with it, and the value as the answer where it is one. `timeout`, in ms, is for
 * long work: without it the limits of a request apply.
 */
export async function inTransaction<T>(
  database: Database,
  work: (tx: Transaction) => Promise<T>,
  options: { timeout?: number } = {},
): Promise<T> {
  if (options.timeout) return transact(database, work, options.timeout);
  const release = await database.semaphore.acquire();
  try {
    return await transact(database, work);
  } finally {
    release();
  }
}

async function transact<T>(
  { prisma }: Database,
  work: (tx: Transaction) => Promise<T>,
  timeout?: number,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      const value = await prisma.$transaction(
        async (tx) => {
          if (timeout) await tx.$executeRaw`${Prisma.raw(longTimeout(timeout))}`;
          return keyed(tx, () => work(tx));
        },
        timeout ? { timeout } : {},
      );
      keyCommitted();
      return value;
    } catch (error) {
      if (tries === maxTries || !isConflict(error)) throw error;
      await wait(Math.random() * 20 * 2 ** tries);
    }
  }
}

/** The transaction of what a signed-in caller changes: as `inTransaction`, and it commits before their session is ended or not at all (403). */
export async function change<T>(
  { session, deps }: Pick<Caller, 'session' | 'deps'>,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return inTransaction(deps.database, async (tx) => {
    // The shared lock makes a revocation wait for this transaction, and this transaction see one that was first.
    const live = await tx.$queryRaw<unknown[]>`
      SELECT 1 FROM sessions WHERE id = ${session.id}::uuid AND revoked_at IS NULL FOR SHARE`;
    if (live.length === 0) throw new SignInAgain();
    return work(tx);
  });
}

/**
 * What another transaction has to do with: serialization failures and deadlocks, and a row that came or went after `work` had
 * looked for it (unique and foreign keys), which the next try sees and refuses in words; AT001: so did a threshold, and the act waits
 * at the next try. As Prisma and as raw queries report them.
 */
const conflicts = new Set(['P2034', '40001', '40P01', 'P2002', '23505', 'P2003', '23503', 'AT001']);

function isConflict(error: unknown): boolean {
  return conflicts.has((error as { code?: string }).code ?? '') || conflicts.has(sqlStateOf(error) ?? '');
}
