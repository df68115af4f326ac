import type { Caller } from '../../core/caller.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { nextVersion } from '../../platform/records/next-version.ts';

/** Nobody is asked any more by a channel to pay a locked order, but who is paying already; the channels that are to be told so after the commit. */
export async function closePayments(
  tx: Transaction,
  { session, now }: Caller,
  { tenantId, id: orderId }: { tenantId: string; id: string },
): Promise<{ tenantId: string; id: string }[]> {
  return tx.topUp.updateManyAndReturn({
    where: { tenantId, orderId, state: 'WAITING' },
    data: { state: 'CLOSED', ...nextVersion(session, now) },
    select: { tenantId: true, id: true },
  });
}
