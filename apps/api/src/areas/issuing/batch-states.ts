import { type IssueDraftState, issueDraftStates, issueTransitions } from '@xyxlx/contracts/issue';
import type { IssueBatch, Prisma } from '@xyxlx/database/client/client';
import { alreadyHandled } from '../../core/errors.ts';
import { keysOf, lockVisibleRows } from '../../platform/records/lock-visible.ts';
import type { RecordOf } from '../../platform/records/stateful-record.ts';

/** A batch that nobody has handed in. */
type Draft = IssueBatch & { state: IssueDraftState };

/** The states of a batch before it is handed in. */
export const issueStateMachine: RecordOf<
  typeof issueTransitions,
  Draft,
  Prisma.IssueBatchUncheckedUpdateManyInput
> = {
  table: issueTransitions,
  type: 'issueBatch',
  label: ({ batchNo }) => batchNo,
  lock: async (tx, session, ids) => {
    const where = keysOf(await lockVisibleRows(tx, session, 'issue_batches', ids));
    return (await tx.issueBatch.findMany({ where })).filter(isDraft);
  },
  update: (tx, where, data) => tx.issueBatch.updateMany({ where, data }),
  refusal: () => alreadyHandled(),
};

function isDraft(batch: IssueBatch): batch is Draft {
  return issueDraftStates.includes(batch.state);
}
