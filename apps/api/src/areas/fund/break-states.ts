import { breakTransitions } from '@xyxlx/contracts/reconciliation';
import type { Prisma, ReconciliationBreak } from '@xyxlx/database/client/client';
import type { RecordOf } from '../../platform/records/stateful-record.ts';

/** The states of a break, which a person, an approval or the books move. */
export const breakStates: Pick<
  RecordOf<typeof breakTransitions, ReconciliationBreak, Prisma.ReconciliationBreakUncheckedUpdateManyInput>,
  'table' | 'update'
> = {
  table: breakTransitions,
  update: (tx, where, data) => tx.reconciliationBreak.updateMany({ where, data }),
};
