import type { AdjustmentRow, limit as contract } from '@xyxlx/contracts/limit';
import { inMoneyTransaction } from '../../platform/db/transaction.ts';
import { exportFile } from '../../platform/exports/export-file.ts';
import { keysetPage } from '../../platform/lists/paged-list.ts';
import type { Handlers } from '../../wire/implement.ts';
import { adjustLimit, undoAdjustment } from './adjust-limit.ts';
import { adjusted, adjustmentJoins, adjustmentJson, adjustmentsWhere } from './adjustment.sql.ts';
import { adjustmentExport } from './adjustment-export.ts';

export const limit: Handlers<typeof contract> = {
  adjustLimit: async ({ input, session, request, deps }) =>
    inMoneyTransaction(deps.database, session, async (tx) =>
      adjusted(tx, await adjustLimit(tx, { session, request, now: deps.clock.businessNow() }, input)),
    ),

  undoAdjustment: async ({ input, session, request, deps }) =>
    inMoneyTransaction(deps.database, session, async (tx) =>
      adjusted(tx, await undoAdjustment(tx, { session, request, now: deps.clock.businessNow() }, input)),
    ),

  queryAdjustment: async ({ input: { pageNum, pageSize, cursor, sort, ...filters }, session, deps }) =>
    keysetPage<AdjustmentRow>(
      deps.database.pool,
      {
        table: 'limit_adjustments',
        alias: 'c',
        key: { column: 'created_at', type: 'timestamptz' },
        descending: sort?.order !== 'asc',
        where: adjustmentsWhere(session, filters),
        joins: adjustmentJoins,
        row: adjustmentJson,
      },
      { pageNum, pageSize, cursor },
    ),

  exportAdjustment: (call) => exportFile(call, adjustmentExport),
};
