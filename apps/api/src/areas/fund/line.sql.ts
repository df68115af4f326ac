import {
  statement as contract,
  lineStates,
  lineStateWords,
  type StatementLineRow,
} from '@xyxlx/contracts/statement';
import type { StatementLine } from '@xyxlx/database/client/client';
import { recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { anywhere, iso, named, type Queryable, raw, rowsOf, type Sql, sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { fromDay, hasId, oneOf, untilDay } from '../../platform/lists/conditions.ts';
import { findIn, labelled, numbered } from '../../platform/lists/find.ts';
import { listOf } from '../../platform/lists/list.ts';
import { valueRank } from '../../platform/lists/value-rank.ts';
import { lockVisibleRows } from '../../platform/records/lock-visible.ts';
import { byId, visibleCompanies, visibleInTenant } from '../../platform/records/scope.ts';

const joins = raw(`
  JOIN platform_accounts a ON a.tenant_id = c.tenant_id AND a.id = c.account_id
  JOIN companies ac ON ac.tenant_id = a.tenant_id AND ac.id = a.company_id
  LEFT JOIN top_ups t ON t.tenant_id = c.tenant_id AND t.statement_line_id = c.id AND t.state IN ('SUBMITTED', 'SUCCESS', 'REFUNDED')
  LEFT JOIN card_orders ko ON ko.tenant_id = t.tenant_id AND ko.id = t.order_id
  LEFT JOIN companies tc ON tc.tenant_id = t.tenant_id AND tc.id = t.company_id`);

const row = sql`json_build_object('id', c.id, 'account', json_build_object('id', a.id, 'name', a.name, 'bank', a.bank,
    'accountNo', '**** ' || right(a.account_no, 4), 'company', ${named('ac')}),
  'bankNo', c.bank_no, 'direction', c.direction, 'amount', c.amount, 'balanceAfter', c.balance_after, 'at', ${iso('c.at')},
  'payer', c.payer, 'summary', c.summary, 'state', c.state,
  'claim', CASE WHEN t.id IS NOT NULL THEN json_build_object('id', t.id, 'topUpNo', t.top_up_no, 'company', ${named('tc')},
    'order', CASE WHEN ko.id IS NOT NULL THEN json_build_object('id', ko.id, 'no', ko.order_no) END, 'state', t.state, 'remark', t.remark, 'createdAt', ${iso('t.created_at')}, 'createdBy', t.created_by) END,
  'version', c.version, 'createdAt', ${iso('c.created_at')}, 'createdBy', c.created_by)`;

/** The lines of the accounts whose companies one may see. */
export function visibleLines(session: Session, alias: string): Sql {
  const tenant = visibleInTenant(session, alias);
  if (session.scope.all || session.scope.tenant) return tenant;
  return sql`${tenant} AND EXISTS (SELECT FROM platform_accounts v WHERE v.tenant_id = ${session.tenantId}::uuid
    AND v.id = ${raw(alias)}.account_id AND ${visibleCompanies(session, 'v')})`;
}

/** What banks said, and what became of it. */
export const lines = listOf(contract.queryLine, {
  from: 'statement_lines',
  alias: 'c',
  ofTenants: true,
  scope: visibleLines,
  filters: {
    tenantId: hasId('c.tenant_id'),
    keyword: (text) =>
      sql`(c.payer ILIKE ${anywhere(text)} OR c.summary ILIKE ${anywhere(text)} OR c.bank_no = ${text})`,
    accountId: hasId('c.account_id'),
    direction: oneOf('c.direction'),
    state: oneOf('c.state'),
    atFrom: fromDay('c.at'),
    atTo: untilDay('c.at'),
  },
  sort: {
    at: { column: 'c.at', type: 'timestamptz' },
    amount: { column: 'c.amount', type: 'bigint' },
    state: { column: valueRank('c.state', lineStates), type: 'int' },
  },
  usual: ['at', 'desc'],
  joins,
  row,
});

/** Any of them by what is typed: the bank's number, or who paid. */
export const foundLines = findIn(lines, {
  kind: 'statementLine',
  by: [numbered('c.bank_no'), labelled('c.payer')],
  number: 'c.bank_no',
  title: "coalesce(nullif(c.payer, ''), c.summary)",
  state: ['c.state', lineStateWords],
  amount: 'c.amount',
});

/** One line as the wire has it; throws 406 when the caller can't see it. */
export async function lineOf(client: Queryable, session: Session, id: string): Promise<StatementLineRow> {
  const [found] = await rowsOf<{ row: StatementLineRow }>(
    client,
    sql`SELECT ${row} AS row FROM statement_lines c ${joins} WHERE ${byId(session, 'c', id)} AND ${visibleLines(session, 'c')}`,
  );
  if (!found) throw recordMissing();
  return found.row;
}

/** Locks a line that the caller may see, so that of two who claim it the second sees the first; throws 406 when there is none. */
export async function lockLine(tx: Transaction, session: Session, id: string): Promise<StatementLine> {
  const [key] = await lockVisibleRows(tx, session, 'statement_lines', [id], visibleLines);
  if (!key) throw recordMissing();
  return tx.statementLine.findUniqueOrThrow({ where: { tenantId_id: key } });
}
