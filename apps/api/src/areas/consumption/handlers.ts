import type { consumption as contract } from '@xyxlx/contracts/consumption';
import { inMoneyTransaction } from '../../platform/db/transaction.ts';
import { exportFile } from '../../platform/exports/export-file.ts';
import { keysetPage } from '../../platform/lists/paged-list.ts';
import type { Handlers } from '../../wire/implement.ts';
import {
  consumptionDetail,
  consumptionJoins,
  consumptionShape,
  consumptionsWhere,
} from './consumption.sql.ts';
import { consumptionExport } from './consumption-export.ts';
import { refund, revoke } from './refund.ts';

export const consumption: Handlers<typeof contract> = {
  queryConsumption: async ({ input: { pageNum, pageSize, cursor, sort, ...filters }, session, deps }) =>
    keysetPage(
      deps.database.pool,
      {
        table: 'consumption_records',
        alias: 'c',
        key: { column: 'paid_at', type: 'timestamptz' },
        descending: sort?.order !== 'asc',
        where: consumptionsWhere(session, filters),
        joins: consumptionJoins,
        row: consumptionShape,
      },
      { pageNum, pageSize, cursor },
    ),

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
