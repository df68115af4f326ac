import type { limit as contract } from '@xyxlx/contracts/limit';
import { change } from '../../platform/db/transaction.ts';
import { exportFile } from '../../platform/exports/export-file.ts';
import { queryList } from '../../platform/lists/query-list.ts';
import type { Handlers } from '../../wire/implement.ts';
import { adjustLimit, undoAdjustment } from './adjust-limit.ts';
import { adjusted, adjustments, sumAdjustment } from './adjustment.sql.ts';
import { adjustmentExport } from './adjustment-export.ts';
import { lotsOf } from './lot.sql.ts';

export const limit: Handlers<typeof contract> = {
  adjustLimit: (call) => change(call, async (tx) => adjusted(tx, await adjustLimit(tx, call, call.input))),

  undoAdjustment: (call) =>
    change(call, async (tx) => adjusted(tx, await undoAdjustment(tx, call, call.input))),

  queryLot: ({ input, session, deps, now }) => lotsOf(deps.database.pool, session, input.employeeId, now),

  queryAdjustment: (call) => queryList(call, adjustments),

  sumAdjustment,

  exportAdjustment: (call) => exportFile(call, adjustmentExport),
};
