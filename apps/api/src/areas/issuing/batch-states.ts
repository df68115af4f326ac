import { issueTransitions } from '@xyxlx/contracts/issue';
import type { IssueBatch, Prisma } from '@xyxlx/database/client/client';
import { alreadyHandled } from '../../core/errors.ts';
import { keysOf, lockVisibleRows } from '../../platform/records/lock-visible.ts';
import type { RecordOf } from '../../platform/records/stateful-record.ts';

/** The states of a batch; its jobs log what became of it when they end. */
export const issueStateMachine: RecordOf<
  typeof issueTransitions,
  IssueBatch,
  Prisma.IssueBatchUncheckedUpdateManyInput
> = {
  table: issueTransitions,
  type: 'issueBatch',
  label: ({ batchNo }) => batchNo,
  lock: async (tx, session, ids) =>
    tx.issueBatch.findMany({ where: keysOf(await lockVisibleRows(tx, session, 'issue_batches', ids)) }),
  update: (tx, where, data) => tx.issueBatch.updateMany({ where, data }),
  refusal: () => alreadyHandled(),
};
