import { storeTransitions } from '@xyxlx/contracts/store';
import type { Prisma, Store } from '@xyxlx/database/client/client';
import { Refusal } from '../../core/errors.ts';
import { keysOf, lockVisibleRows } from '../../platform/records/lock-visible.ts';
import type { RecordOf } from '../../platform/records/stateful-record.ts';

/** The states of a store. */
export const storeStateMachine: RecordOf<
  typeof storeTransitions,
  Store,
  Prisma.StoreUncheckedUpdateManyInput
> = {
  table: storeTransitions,
  type: 'store',
  label: ({ name }) => name,
  lock: async (tx, session, ids) =>
    tx.store.findMany({ where: keysOf(await lockVisibleRows(tx, session, 'stores', ids)) }),
  update: (tx, where, data) => tx.store.updateMany({ where, data }),
  refusal: () => new Refusal({ zh: '门店已是该状态', en: 'The store is in this state already' }),
};
