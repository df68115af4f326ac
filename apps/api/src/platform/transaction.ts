import { setTimeout as wait } from 'node:timers/promises';
import type { Prisma } from '@xyxlx/database/client/client';
import type { Session } from '../sessions/session.ts';
import { SignInAgain } from '../wire/errors.ts';
import type { Database } from './database.ts';

export type Transaction = Prisma.TransactionClient;

const maxTries = 5;

/** Runs `work` in one transaction, again when the database could not serialise it or broke a deadlock; use nothing but the given client inside. */
export async function inTransaction<T>(
  { prisma }: Database,
  work: (tx: Transaction) => Promise<T>,
  options: { timeout?: number } = {},
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await prisma.$transaction(work, options);
    } catch (error) {
      if (tries === maxTries || !isConflict(error)) throw error;
      await wait(Math.random() * 20 * 2 ** tries);
    }
  }
}

/** As `inTransaction`, for work that moves money: it commits before the caller's session is ended, or not at all (403). */
export async function inMoneyTransaction<T>(
  database: Database,
  session: Session,
  work: (tx: Transaction) => Promise<T>,
  options: { timeout?: number } = {},
): Promise<T> {
  return inTransaction(
    database,
    async (tx) => {
      // The shared lock makes a revocation wait for this transaction, and this transaction see one that was first.
      const live = await tx.$queryRaw<unknown[]>`
        SELECT 1 FROM sessions WHERE id = ${session.id}::uuid AND revoked_at IS NULL FOR SHARE`;
      if (live.length === 0) throw new SignInAgain();
      return work(tx);
    },
    options,
  );
}

/** Serialization failures and deadlocks, as Prisma and as raw queries report them. */
function isConflict(error: unknown): boolean {
  const { code, meta } = error as {
    code?: string;
    meta?: { driverAdapterError?: { cause?: { originalCode?: string } } };
  };
  const sqlState = meta?.driverAdapterError?.cause?.originalCode;
  return code === 'P2034' || sqlState === '40001' || sqlState === '40P01';
}
