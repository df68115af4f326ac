import type { fund as contract } from '@xyxlx/contracts/fund';
import { rowsOf, sql } from '../../platform/db/sql.ts';
import { exportFile } from '../../platform/exports/export-file.ts';
import { queryList } from '../../platform/lists/query-list.ts';
import { byId, visibleCompanies } from '../../platform/records/scope.ts';
import type { Handlers } from '../../wire/implement.ts';
import { editThreshold } from './edit-threshold.ts';
import { flowExport } from './flow-export.ts';
import { accounts, flows, holds, transferOf, transfers } from './fund-lists.ts';
import { addTransfer } from './transfer.ts';

export const fund: Handlers<typeof contract> = {
  queryAccount: (call) => queryList(call, accounts),

  queryFlow: (call) => queryList(call, flows),

  exportFlow: (call) => exportFile(call, flowExport),

  queryHold: (call) => queryList(call, holds),

  editThreshold,

  queryTransfer: (call) => queryList(call, transfers),

  getTransfer: ({ input, session, deps }) => transferOf(deps.database.pool, session, input.id),

  addTransfer,

  queryPayoutAccount: async ({ input, session, deps }) =>
    rowsOf(
      deps.database.pool,
      sql`SELECT a.id, a.name || ' **** ' || right(a.account_no, 4) AS name FROM fund_accounts f
          JOIN platform_accounts a ON a.tenant_id = f.tenant_id
          WHERE ${byId(session, 'f', input.fromId)} AND ${visibleCompanies(session, 'f')} AND ${visibleCompanies(session, 'a')}
            AND a.state = 'ACTIVE' ORDER BY a.name, a.id`,
    ),
};
