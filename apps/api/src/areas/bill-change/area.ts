import type { AppContract } from '@xyxlx/contracts/contract';
import type { Area } from '../area.ts';
import { foundBatches } from './batch.sql.ts';
import { limitBatchApproval } from './batch-approval.ts';
import { checkLimitBatch } from './check-batch.ts';
import { billChange as handlers } from './handlers.ts';
import { batchInvariants } from './invariants.ts';
import { failedRowsExport, limitExport } from './limit-exports.ts';
import { runLimitBatch, undoLimitBatch } from './run-batch.ts';
import { limitBatchTimelines } from './timeline.ts';
import { batchTodos } from './todos.ts';
import { batchUndoApproval } from './undo-batch.ts';

export const billChange: Area<AppContract['billChange']> = {
  handlers,
  exports: [limitExport, failedRowsExport],
  jobs: [checkLimitBatch, runLimitBatch, undoLimitBatch],
  approvals: [limitBatchApproval, batchUndoApproval],
  finds: [foundBatches],
  timelines: limitBatchTimelines,
  records: {
    limitBatch: { from: 'limit_batches r', name: 'r.batch_no', fields: ['batchId'] },
  },
  record: 'limitBatch',
  todos: batchTodos,
  invariants: batchInvariants,
};
