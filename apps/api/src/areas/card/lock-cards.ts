import type { Card } from '@xyxlx/database/client/client';
import type { Session } from '../../core/session.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { keysOf, lockVisible, lockVisibleRows } from '../../platform/records/lock-visible.ts';

/** Locks a card that the caller may see; throws 406 when there is none. */
export async function lockCard(tx: Transaction, session: Session, id: string): Promise<Card> {
  return tx.card.findUniqueOrThrow({ where: { tenantId_id: await lockVisible(tx, session, 'cards', id) } });
}

/** As `lockCard` for those of many that the caller may see, in the order of their ids. */
export async function lockCards(tx: Transaction, session: Session, ids: readonly string[]): Promise<Card[]> {
  return tx.card.findMany({ where: keysOf(await lockVisibleRows(tx, session, 'cards', ids)) });
}
