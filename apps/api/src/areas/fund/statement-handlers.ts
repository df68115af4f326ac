import type { statement as contract } from '@xyxlx/contracts/statement';
import { Refusal, recordMissing } from '../../core/errors.ts';
import { rowsOf, sql } from '../../platform/db/sql.ts';
import { receiveImport } from '../../platform/imports/receive-import.ts';
import { templateFile } from '../../platform/imports/template.ts';
import { queryList } from '../../platform/lists/query-list.ts';
import { byId, tenantName, visibleCompanies } from '../../platform/records/scope.ts';
import type { Handlers } from '../../wire/implement.ts';
import { claimTopUp } from './claim.ts';
import { claimable } from './claimant.ts';
import { lineOf, lines } from './line.sql.ts';
import { matchesOfLine } from './match.sql.ts';
import { linesOfOrder, ordersOfLine } from './match-orders.sql.ts';
import { type StatementImport, statementImport } from './statement-import.ts';

export const statement: Handlers<typeof contract> = {
  importStatement: async (call, file) => {
    const { input, session, deps } = call;
    const [found] = await rowsOf<StatementImport & { state: string }>(
      deps.database.pool,
      sql`SELECT a.tenant_id AS "tenantId", a.id AS "accountId", a.name AS "accountName", a.state FROM platform_accounts a
          WHERE ${byId(session, 'a', input.accountId)} AND ${visibleCompanies(session, 'a')}`,
    );
    if (!found) throw recordMissing();
    const { state, ...params } = found;
    if (state !== 'ACTIVE') throw notInUse();
    return receiveImport(call, file, statementImport, params);
  },

  statementTemplate: async ({ input, request }) =>
    templateFile(statementImport, input.format, request.language),

  queryLine: (call) => queryList(call, lines),

  getLine: ({ input, session, deps }) => lineOf(deps.database.pool, session, input.id),

  claimTopUp,

  queryLineAccount: async ({ session, deps }) =>
    rowsOf(
      deps.database.pool,
      sql`SELECT a.id, a.name || ' **** ' || right(a.account_no, 4) AS name, ${tenantName(session, 'a')} AS tenant FROM platform_accounts a
          WHERE ${visibleCompanies(session, 'a')} AND a.state = 'ACTIVE' ORDER BY a.name, a.id`,
    ),

  queryLineMatch: ({ input, session, deps }) => matchesOfLine(deps.database.pool, session, input.id),

  queryLineCompany: ({ input, session, deps }) => claimable(deps.database.pool, session, input.id),

  queryLineOrder: ({ input, session, deps }) => ordersOfLine(deps.database.pool, session, input.id),

  queryOrderLine: ({ input, session, deps }) => linesOfOrder(deps.database.pool, session, input.id),
};

function notInUse(): Refusal {
  return new Refusal({ zh: '账户尚未审核通过，不能导入对账单', en: 'The account is not approved yet' });
}
