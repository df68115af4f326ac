import type { billChange as contract, LimitBatch } from '@xyxlx/contracts/bill-change';
import { raw } from '../../platform/db/sql.ts';
import { exportFile } from '../../platform/exports/export-file.ts';
import { numberedPage } from '../../platform/lists/paged-list.ts';
import type { Handlers } from '../../wire/implement.ts';
import { batchesFrom, batchesWhere, batchJson, batchOf, batchRows, keyOfBatch } from './batch.sql.ts';
import { cancelBatch, confirmBatch, resumeBatch } from './batch-steps.ts';
import { failedRowsExport, limitExport } from './limit-exports.ts';
import { receiveSheet } from './receive-sheet.ts';
import { undoBatch } from './undo-batch.ts';

export const billChange: Handlers<typeof contract> = {
  billLimitExport: (call) => exportFile(call, limitExport),

  uploadBatchBillLimit: (call, file) => receiveSheet(call, file),

  queryBatch: async ({ input: { pageNum, pageSize, sort, ...filters }, session, deps }) => {
    const order = sort?.order ?? 'desc';
    return numberedPage<LimitBatch>(
      deps.database.pool,
      {
        from: batchesFrom,
        where: batchesWhere(session, filters),
        orderBy: raw(`c.created_at ${order}, c.id ${order}`),
        row: batchJson({ session, deps }),
      },
      { pageNum, pageSize },
    );
  },

  getBatch: async (call) => batchOf(call.deps.database.pool, call, call.input.id),

  queryBatchRow: async (call) => {
    const { input, request, deps } = call;
    const { batchId, state, sort, pageNum, pageSize, cursor } = input;
    const batch = await keyOfBatch(deps.database.pool, call.session, batchId);
    const descending = sort?.order === 'desc';
    return batchRows(deps.database.pool, batch, state, request.language, {
      pageNum,
      pageSize,
      cursor,
      descending,
    });
  },

  confirmBatch,
  resumeBatch,
  cancelBatch,
  undoBatch,

  exportBatchFailed: (call) => exportFile(call, failedRowsExport),
};
