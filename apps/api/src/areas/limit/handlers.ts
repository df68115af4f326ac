import type { limit as contract } from '@xyxlx/contracts/limit';
import { inMoneyTransaction } from '../../platform/db/transaction.ts';
import { exportFile } from '../../platform/exports/export-file.ts';
import { queryList } from '../../platform/lists/query-list.ts';
import type { Handlers } from '../../wire/implement.ts';
import { adjustLimit, undoAdjustment } from './adjust-limit.ts';
import { adjusted, adjustments } from './adjustment.sql.ts';
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

  queryAdjustment: (call) => queryList(call, adjustments),

  exportAdjustment: (call) => exportFile(call, adjustmentExport),
};
