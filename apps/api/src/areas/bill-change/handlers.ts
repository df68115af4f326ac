import type { billChange as contract } from '@xyxlx/contracts/bill-change';
import { exportFile } from '../../platform/exports/export-file.ts';
import { queryList } from '../../platform/lists/query-list.ts';
import type { Handlers } from '../../wire/implement.ts';
import { batches, batchOf, batchRows, keyOfBatch, sumBatch } from './batch.sql.ts';
import { cancelBatch, confirmBatch, resumeBatch } from './batch-steps.ts';
import { failedRowsExport, limitExport } from './limit-exports.ts';
import { receiveSheet } from './receive-sheet.ts';
import { undoBatch } from './undo-batch.ts';

export const billChange: Handlers<typeof contract> = {
  billLimitExport: (call) => exportFile(call, limitExport),

  uploadBatchBillLimit: (call, file) => receiveSheet(call, file),

  queryBatch: (call) => queryList(call, batches),

  sumBatch,

  getBatch: async (call) => batchOf(call.deps.database.pool, call, call.input.id),

  queryBatchRow: async (call) => {
    await keyOfBatch(call.deps.database.pool, call.session, call.input.batchId);
    return queryList(call, batchRows);
  },

  confirmBatch,
  resumeBatch,
  cancelBatch,
  undoBatch,

  exportBatchFailed: (call) => exportFile(call, failedRowsExport),
};
