import type { topUp as contract } from '@xyxlx/contracts/top-up';
import { rowsOf, sql } from '../../platform/db/sql.ts';
import { change } from '../../platform/db/transaction.ts';
import { exportFile } from '../../platform/exports/export-file.ts';
import { queryList } from '../../platform/lists/query-list.ts';
import { changeOne } from '../../platform/records/change-state.ts';
import { seenCompanies } from '../../platform/records/own-companies.ts';
import type { Handlers } from '../../wire/implement.ts';
import { closeAsked } from '../channel/ask-to-pay.ts';
import { addTopUp } from './add-top-up.ts';
import { askTopUp } from './ask-top-up.ts';
import { matchesOfTopUp } from './match.sql.ts';
import { notifyTopUp } from './notify-top-up.ts';
import { resendRefund } from './resend-refund.ts';
import { reverseTopUp } from './reverse-top-up.ts';
import { funnelOf, topUpOf, topUps } from './top-up.sql.ts';
import { topUpExport } from './top-up-export.ts';
import { topUpStateMachine } from './top-up-states.ts';

export const topup: Handlers<typeof contract> = {
  queryTopUp: (call) => queryList(call, topUps),
  getTopUp: ({ input, session, deps }) => topUpOf(deps.database.pool, session, input.id),
  getFunnel: (call) => funnelOf(call, call.input),
  addTopUp,
  askTopUp,
  cancelTopUp: async (call) => {
    const { tenantId, id } = await change(call, (tx) =>
      changeOne(tx, call, topUpStateMachine, 'cancelTopUp', call.input),
    );
    await closeAsked(call, [{ tenantId, id }]);
    return topUpOf(call.deps.database.pool, call.session, id);
  },
  reverseTopUp,
  resendRefund,
  queryTopUpMatch: ({ input, session, deps }) => matchesOfTopUp(deps.database.pool, session, input.id),
  exportTopUp: (call) => exportFile(call, topUpExport),
  queryCompanyOption: ({ session, deps }) =>
    rowsOf(
      deps.database.pool,
      sql`SELECT c.id, c.name FROM companies c WHERE ${seenCompanies(session, 'c')} ORDER BY c.name, c.id`,
    ),
  notifyTopUp,
};
