import type { Deps } from '../../core/deps.ts';
import { staleVersion } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { nextVersion } from '../../platform/records/next-version.ts';

/** Moves a user to the next version if `version` is still the current one; throws 406 otherwise. One of two editors gets through. */
export async function claimVersion(
  tx: Transaction,
  { clock }: Deps,
  session: Session,
  { id, version }: { id: string; version: number },
): Promise<void> {
  const { count } = await tx.user.updateMany({
    where: { id, version },
    data: nextVersion(session, clock.now()),
  });
  if (count === 0) throw staleVersion();
}
