import { type ExecutionState, executionStates, executionTransitions } from '@xyxlx/contracts/issue-execution';
import type { IssueBatch, Prisma } from '@xyxlx/database/client/client';
import { alreadyHandled } from '../../../core/errors.ts';
import { keysOf, lockVisibleRows } from '../../../platform/records/lock-visible.ts';
import type { RecordOf } from '../../../platform/records/stateful-record.ts';

/** The batch of a plan's run. */
export type Execution = IssueBatch & { state: ExecutionState; planId: string; planVersion: number };

/** The states of a plan's run; its job logs what became of it when it ends. */
export const executionStateMachine: RecordOf<
  typeof executionTransitions,
  Execution,
  Prisma.IssueBatchUncheckedUpdateManyInput
> = {
  table: executionTransitions,
  type: 'issueBatch',
  label: ({ batchNo }) => batchNo,
  lock: async (tx, session, ids) => {
    const where = keysOf(await lockVisibleRows(tx, session, 'issue_batches', ids));
    return (await tx.issueBatch.findMany({ where })).filter(isExecution);
  },
  update: (tx, where, data) => tx.issueBatch.updateMany({ where, data }),
  refusal: () => alreadyHandled(),
};

function isExecution(batch: IssueBatch): batch is Execution {
  return batch.planId !== null && (executionStates as readonly string[]).includes(batch.state);
}
