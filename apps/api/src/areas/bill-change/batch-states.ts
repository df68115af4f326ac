import { limitBatchTransitions } from '@xyxlx/contracts/bill-change';
import type { LimitBatch, Prisma } from '@xyxlx/database/client/client';
import { alreadyHandled, Refusal } from '../../core/errors.ts';
import { keysOf, lockVisibleRows } from '../../platform/records/lock-visible.ts';
import type { RecordOf } from '../../platform/records/stateful-record.ts';

/** The states of a batch; its jobs log what became of it when they end. */
export const limitBatchStateMachine: RecordOf<
  typeof limitBatchTransitions,
  LimitBatch,
  Prisma.LimitBatchUncheckedUpdateManyInput
> = {
  table: limitBatchTransitions,
  type: 'limitBatch',
  label: ({ batchNo }) => batchNo,
  lock: async (tx, session, ids) =>
    tx.limitBatch.findMany({
      where: keysOf(await lockVisibleRows(tx, session, 'limit_batches', ids)),
    }),
  update: (tx, where, data) => tx.limitBatch.updateMany({ where, data }),
  refusal: (_state, action) => (action === 'undoBatch' ? notCarriedOut() : alreadyHandled()),
};

function notCarriedOut(): Refusal {
  return new Refusal({
    zh: '仅已执行的批次可以撤销',
    en: 'Only a batch that was carried out can be undone',
  });
}
