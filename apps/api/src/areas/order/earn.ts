import type { CardOrder } from '@xyxlx/database/client/client';
import { sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { postWhere } from '../../platform/ledger/post.ts';
import { orderPostings } from './postings.ts';

/**
 * Posts what an order earns: what its making and sending cost. It has no threshold of its own: the fee was approved with the order, and paid;
 * nothing leaves the company that it has not agreed to.
 */
export async function postEarned(
  tx: Transaction,
  { tenantId, id }: Pick<CardOrder, 'tenantId' | 'id'>,
): Promise<void> {
  // Its payment is posted already.
  await postWhere(tx, orderPostings, tenantId, sql`r.id = ${id}::uuid`, {
    missing: true,
  });
}
