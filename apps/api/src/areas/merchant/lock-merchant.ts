import type { Merchant } from '@xyxlx/database/client/client';
import { recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { keysOf, lockVisibleRows } from '../../platform/records/lock-visible.ts';
import { visibleMerchants } from '../../platform/records/scope.ts';

/**
 * Locks a merchant that the caller may see, so that of two changes at once the second sees the first. Its key stays free:
 * payments go on while, for example, a long sheet is taken in.
 */
export async function lockMerchant(tx: Transaction, session: Session, id: string): Promise<Merchant> {
  const [key] = await lockVisibleRows(tx, session, 'merchants', [id], visibleMerchants);
  if (!key) throw recordMissing();
  return tx.merchant.findUniqueOrThrow({ where: { tenantId_id: key } });
}

/** As `lockMerchant` for those of many that the caller may see; in the order of their ids, so that of two bulk actions one waits for the other. */
export async function lockMerchants(
  tx: Transaction,
  session: Session,
  ids: readonly string[],
): Promise<Merchant[]> {
  const keys = await lockVisibleRows(tx, session, 'merchants', ids, visibleMerchants);
  return tx.merchant.findMany({ where: keysOf(keys) });
}
