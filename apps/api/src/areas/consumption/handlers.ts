import type { consumption as contract } from '@xyxlx/contracts/consumption';
import { inMoneyTransaction } from '../../platform/db/transaction.ts';
import { exportFile } from '../../platform/exports/export-file.ts';
import { queryList } from '../../platform/lists/query-list.ts';
import type { Handlers } from '../../wire/implement.ts';
import { consumptionDetail, consumptions } from './consumption.sql.ts';
import { consumptionExport } from './consumption-export.ts';
import { refund, revoke } from './refund.ts';

export const consumption: Handlers<typeof contract> = {
  queryConsumption: (call) => queryList(call, consumptions),

  getConsumption: async ({ input, session, deps }) =>
    consumptionDetail(deps.database.pool, session, input.id, deps.clock.businessNow()),

  refundConsumption: async ({ input, session, request, deps }) =>
    inMoneyTransaction(deps.database, session, async (tx) => {
      const now = deps.clock.businessNow();
      const approvalId = await refund(tx, { session, request, now }, input);
      return { ...(await consumptionDetail(tx, session, input.id, now)), approvalId };
    }),

  revokeConsumption: async ({ input, session, request, deps }) =>
    inMoneyTransaction(deps.database, session, async (tx) => {
      const now = deps.clock.businessNow();
      const approvalId = await revoke(tx, { session, request, now }, input);
      return { ...(await consumptionDetail(tx, session, input.id, now)), approvalId };
    }),

  exportConsumption: (call) => exportFile(call, consumptionExport),
};
