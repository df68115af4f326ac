import { brandTransitions } from '@xyxlx/contracts/brand';
import type { Brand, Prisma } from '@xyxlx/database/client/client';
import { Refusal, recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { keysOf, lockVisibleRows } from '../../platform/records/lock-visible.ts';
import { visibleInTenant } from '../../platform/records/scope.ts';
import type { RecordOf } from '../../platform/records/stateful-record.ts';

/** The states of a brand. */
export const brandStateMachine: RecordOf<
  typeof brandTransitions,
  Brand,
  Prisma.BrandUncheckedUpdateManyInput
> = {
  table: brandTransitions,
  type: 'brand',
  label: ({ name }) => name,
  lock: lockBrands,
  update: (tx, where, data) => tx.brand.updateMany({ where, data }),
  refusal: () => new Refusal({ zh: '品牌已是该状态', en: 'The brand is in this state already' }),
};

/** Locks a brand that the caller may see; throws 406 when there is none. */
export async function lockBrand(tx: Transaction, session: Session, id: string): Promise<Brand> {
  const [row] = await lockBrands(tx, session, [id]);
  if (!row) throw recordMissing();
  return row;
}

async function lockBrands(tx: Transaction, session: Session, ids: readonly string[]): Promise<Brand[]> {
  const keys = await lockVisibleRows(tx, session, 'brands', ids, visibleInTenant);
  return tx.brand.findMany({ where: keysOf(keys) });
}
