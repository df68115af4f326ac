import { cardProductTransitions } from '@xyxlx/contracts/card-product';
import type { CardProduct, Prisma } from '@xyxlx/database/client/client';
import { Refusal, recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { keysOf, lockVisibleRows } from '../../platform/records/lock-visible.ts';
import { visibleInTenant } from '../../platform/records/scope.ts';
import type { RecordOf } from '../../platform/records/stateful-record.ts';
import { refuseAgainstPolicy } from './policy.ts';

/** The states of a product. */
export const cardProductStateMachine: RecordOf<
  typeof cardProductTransitions,
  CardProduct,
  Prisma.CardProductUncheckedUpdateManyInput
> = {
  table: cardProductTransitions,
  type: 'cardProduct',
  label: ({ code, name }) => `${code} ${name}`,
  lock: lockProducts,
  update: (tx, where, data) => tx.cardProduct.updateMany({ where, data }),
  refusal: () => new Refusal({ zh: '产品已是该状态', en: 'The product is in this state already' }),
  guards: {
    // The policy may have changed since it was approved.
    enableProduct: refuseAgainstPolicy,
  },
};

/** Locks a product that the caller may see; throws 406 when there is none. */
export async function lockProduct(tx: Transaction, session: Session, id: string): Promise<CardProduct> {
  const [row] = await lockProducts(tx, session, [id]);
  if (!row) throw recordMissing();
  return row;
}

async function lockProducts(
  tx: Transaction,
  session: Session,
  ids: readonly string[],
): Promise<CardProduct[]> {
  const keys = await lockVisibleRows(tx, session, 'card_products', ids, visibleInTenant);
  return tx.cardProduct.findMany({ where: keysOf(keys) });
}
