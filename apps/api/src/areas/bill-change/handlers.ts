import type { billChange as contract, LimitBatch } from '@xyxlx/contracts/bill-change';
import { exportFile } from '../../platform/exports/export-file.ts';
import { numberedPage } from '../../platform/paged-list.ts';
import { raw, sql } from '../../platform/sql.ts';
import { recordMissing } from '../../wire/errors.ts';
import type { Handlers } from '../../wire/implement.ts';
import { employeeJoins, employeesWhere } from '../employee/employee.sql.ts';
import { merchantDetail } from '../merchant/merchant.sql.ts';
import { batchesFrom, batchesWhere, batchJson, batchOf, batchRows } from './batch.sql.ts';
import { cancelBatch, confirmBatch, resumeBatch, undoBatch } from './batch-steps.ts';
import { failedColumns, sheetColumns } from './limit-sheet.ts';
import { receiveSheet } from './receive-sheet.ts';

export const billChange: Handlers<typeof contract> = {
  billLimitExport: async (call) => {
    const { format, ...filters } = call.input;
    const merchant = await merchantDetail(call.deps.database.pool, call.session, filters.merchantId);
    if (!merchant) throw recordMissing();
    return exportFile(call, {
      title: { zh: '员工额度', en: 'Employee limits' },
      module: 'billChange',
      action: 'billLimitExport',
      format,
      columns: sheetColumns(call.request.language),
      from: sql`FROM employees c ${employeeJoins} WHERE ${employeesWhere(call.session, filters)}`,
      orderBy: raw('c.employee_no, c.id'),
    });
  },

  uploadBatchBillLimit: (call, file) => receiveSheet(call, file),

  queryBatch: async ({ input: { pageNum, pageSize, sort, ...filters }, session, deps }) => {
    const order = sort?.order ?? 'desc';
    return numberedPage<LimitBatch>(
      deps.database.pool,
      {
        from: batchesFrom,
        where: batchesWhere(session, filters),
        orderBy: raw(`c.created_at ${order}, c.id ${order}`),
        row: batchJson,
      },
      { pageNum, pageSize },
    );
  },

  getBatch: async ({ input, session, deps }) => batchOf(deps.database.pool, session, input.id),

  queryBatchRow: async ({ input, session, request, deps }) => {
    const { batchId, state, sort, pageNum, pageSize, cursor } = input;
    await batchOf(deps.database.pool, session, batchId);
    const descending = sort?.order === 'desc';
    return batchRows(deps.database.pool, batchId, state, request.language, {
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

  exportBatchFailed: async (call) => {
    const { id, format } = call.input;
    await batchOf(call.deps.database.pool, call.session, id);
    return exportFile(call, {
      title: { zh: '调额失败行', en: 'Failed rows' },
      module: 'billChange',
      action: 'exportBatchFailed',
      format,
      columns: failedColumns(call.request.language),
      from: sql`FROM limit_batch_rows c WHERE c.batch_id = ${id}::uuid AND c.state = 'FAILED'`,
      orderBy: raw('c.row_no'),
    });
  },
};
