import type { billChange as contract, LimitBatch } from '@xyxlx/contracts/bill-change';
import { exportFile } from '../../platform/exports/export-file.ts';
import { logOperation } from '../../platform/operation-log.ts';
import { numberedPage } from '../../platform/paged-list.ts';
import { raw, sql } from '../../platform/sql.ts';
import { inMoneyTransaction, inTransaction } from '../../platform/transaction.ts';
import { Refusal, recordMissing } from '../../wire/errors.ts';
import type { Handlers } from '../../wire/implement.ts';
import { employeeJoins, employeesWhere } from '../employee/employee.sql.ts';
import { merchantDetail } from '../merchant/merchant.sql.ts';
import {
  batchesFrom,
  batchesWhere,
  batchJson,
  batchOf,
  batchRows,
  fundFree,
  lockBatch,
} from './batch.sql.ts';
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

  confirmBatch: async ({ input: { id, version }, session, request, deps }) =>
    inMoneyTransaction(deps.database, session, async (tx) => {
      const batch = await lockBatch(tx, session, id, version);
      if (batch.state !== 'READY')
        throw new Refusal({ zh: '已被处理', en: 'It has been dealt with already' });
      const { tenantId, merchantId, increaseAmount, decreaseAmount } = batch;
      const volume = Number(increaseAmount + decreaseAmount);
      if (session.amountCeiling !== null && volume > session.amountCeiling) {
        throw new Refusal({ zh: '超过您的金额上限', en: 'Above your ceiling' });
      }
      const needed = Number(increaseAmount - decreaseAmount);
      if (needed > (await fundFree(tx, tenantId, merchantId))) {
        throw new Refusal({
          zh: '企业资金余额不足',
          en: "The company's fund does not cover it (insufficient balance)",
        });
      }
      const jobId = await deps.jobs.start(
        tx,
        { session, request },
        { kind: 'limitBatchRun', payload: { batchId: id }, total: batch.changed },
      );
      await tx.limitBatch.update({
        where: { id },
        data: {
          state: 'RUNNING',
          jobId,
          version: { increment: 1 },
          updatedAt: new Date(),
          updatedBy: session.userName,
        },
      });
      return batchOf(tx, session, id);
    }),

  cancelBatch: async ({ input: { id, version }, session, request, deps }) =>
    inTransaction(deps.database, async (tx) => {
      const batch = await lockBatch(tx, session, id, version);
      if (batch.state !== 'READY')
        throw new Refusal({ zh: '已被处理', en: 'It has been dealt with already' });
      await tx.limitBatch.update({
        where: { id },
        data: {
          state: 'CANCELLED',
          version: { increment: 1 },
          updatedAt: new Date(),
          updatedBy: session.userName,
        },
      });
      await logOperation(
        tx,
        { session, request },
        {
          tenantId: batch.tenantId,
          module: 'billChange',
          action: 'cancelBatch',
          target: { type: 'limitBatch', id, label: batch.batchNo },
          before: { state: batch.state },
          after: { state: 'CANCELLED' },
        },
      );
      return batchOf(tx, session, id);
    }),

  undoBatch: async ({ input: { id, version, reason }, session, request, deps }) =>
    inMoneyTransaction(deps.database, session, async (tx) => {
      const batch = await lockBatch(tx, session, id, version);
      if (batch.state !== 'DONE' && batch.state !== 'PARTLY_DONE') {
        throw new Refusal({
          zh: '仅已执行的批次可以撤销',
          en: 'Only a batch that was carried out can be undone',
        });
      }
      const jobId = await deps.jobs.start(
        tx,
        { session, request },
        { kind: 'limitBatchUndo', payload: { batchId: id, reason }, total: batch.done },
      );
      await tx.limitBatch.update({
        where: { id },
        data: {
          state: 'UNDOING',
          jobId,
          version: { increment: 1 },
          updatedAt: new Date(),
          updatedBy: session.userName,
        },
      });
      return batchOf(tx, session, id);
    }),

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
