import {
  type BreakRow,
  reconciliation as contract,
  type ReconciliationRow,
  shownBreaks,
} from '@xyxlx/contracts/reconciliation';
import { recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { iso, named, type Queryable, raw, rowsOf, type Sql, sql } from '../../platform/db/sql.ts';
import { hasId, oneOf } from '../../platform/lists/conditions.ts';
import { listOf } from '../../platform/lists/list.ts';
import { byId } from '../../platform/records/scope.ts';
import { visibleLines } from './line.sql.ts';
import { undecided } from './reconcile.ts';

const joins = sql`
  JOIN platform_accounts a ON a.tenant_id = c.tenant_id AND a.id = c.account_id
  JOIN companies ac ON ac.tenant_id = a.tenant_id AND ac.id = a.company_id
  CROSS JOIN LATERAL (SELECT count(*)::int AS breaks, count(*) FILTER (WHERE b.state IN ${undecided})::int AS undecided
    FROM reconciliation_breaks b WHERE b.tenant_id = c.tenant_id AND b.account_id = c.account_id AND b.day = c.day) found`;

const row = sql`json_build_object('id', c.id, 'account', json_build_object('id', a.id, 'name', a.name, 'bank', a.bank,
    'accountNo', '**** ' || right(a.account_no, 4), 'company', ${named('ac')}),
  'day', c.day, 'openingBalance', c.opening, 'inAmount', c.came_in, 'outAmount', c.went_out, 'closingBalance', c.closing,
  'statementBalance', c.statement_balance, 'lineCount', c.line_count, 'differenceAmount', c.statement_balance - c.closing, 'state', c.state,
  'breakCount', found.breaks, 'undecidedCount', found.undecided, 'updatedAt', ${iso('c.updated_at')}, 'updatedBy', c.updated_by)`;

/** What was reconciled of the accounts whose companies one may see. */
export const reconciliations = listOf(contract.queryReconciliation, {
  from: 'reconciliations',
  alias: 'c',
  ofTenants: true,
  scope: visibleLines,
  filters: {
    tenantId: hasId('c.tenant_id'),
    accountId: hasId('c.account_id'),
    state: oneOf('c.state'),
    dayFrom: (day) => sql`c.day >= ${day}::date`,
    dayTo: (day) => sql`c.day <= ${day}::date`,
  },
  sort: { day: { column: 'c.day', type: 'date' } },
  usual: ['day', 'desc'],
  joins,
  row,
});

const lineJson = sql`json_build_object('id', l.id, 'bankNo', l.bank_no, 'direction', l.direction, 'amount', l.amount, 'at', ${iso('l.at')},
  'payer', l.payer, 'summary', l.summary, 'state', l.state)`;

const breakJson = sql`json_build_object('id', b.id, 'kind', b.kind, 'differenceAmount', b.difference, 'reference', b.reference,
  'state', b.state, 'line', CASE WHEN l.id IS NOT NULL THEN ${lineJson} END,
  'flow', CASE WHEN f.id IS NOT NULL THEN json_build_object('kind', f.kind, 'deltaAmount', f.delta, 'sourceNo', f.remark,
    'createdAt', ${iso('f.created_at')}) END,
  'payment', CASE WHEN p.id IS NOT NULL THEN json_build_object('id', p.id, 'paymentNo', p.payment_no, 'amount', p.amount,
    'paidAt', ${iso('p.paid_at')}) END,
  'reason', b.reason, 'version', b.version, 'updatedAt', ${iso('b.updated_at')}, 'updatedBy', b.updated_by)`;

const breakJoins = raw(`
  LEFT JOIN statement_lines l ON l.tenant_id = b.tenant_id AND l.id = b.line_id
  LEFT JOIN fund_flows f ON f.tenant_id = b.tenant_id AND f.id = b.flow_id
  LEFT JOIN consumption_records p ON p.tenant_id = b.tenant_id AND p.id = b.payment_id`);

/** One account's day with its breaks, those that wait first; throws 406 when the caller can't see it. */
export async function reconciliationOf(
  client: Queryable,
  session: Session,
  id: string,
): Promise<ReconciliationRow & { breaks: BreakRow[] }> {
  const [found] = await rowsOf<{ row: ReconciliationRow; breaks: BreakRow[] }>(
    client,
    sql`SELECT ${row} AS row, coalesce((SELECT json_agg(shown.row) FROM (
          SELECT ${breakJson} AS row FROM reconciliation_breaks b ${breakJoins}
          WHERE b.tenant_id = c.tenant_id AND b.account_id = c.account_id AND b.day = c.day
          ORDER BY b.state NOT IN ${undecided}, b.amount DESC, b.id LIMIT ${shownBreaks}) shown), '[]') AS breaks
        FROM reconciliations c ${joins} WHERE ${byId(session, 'c', id)} AND ${visibleLines(session, 'c')}`,
  );
  if (!found) throw recordMissing();
  return { ...found.row, breaks: found.breaks };
}

/** One break as the wire has it; throws 406 when the caller can't see it. */
export async function breakOf(client: Queryable, session: Session, id: string): Promise<BreakRow> {
  const [found] = await rowsOf<{ row: BreakRow }>(
    client,
    sql`SELECT ${breakJson} AS row FROM reconciliation_breaks b ${breakJoins}
        WHERE ${byId(session, 'b', id)} AND ${visibleLines(session, 'b')}`,
  );
  if (!found) throw recordMissing();
  return found.row;
}

/** SQL for the break `o` that makes up for the break `b`: of a line of the same account, and by the same amount the other way. */
export const makesUpFor: Sql =
  raw(`o.tenant_id = b.tenant_id AND o.account_id = b.account_id AND o.id <> b.id AND o.line_id IS NOT NULL
  AND o.difference = -b.difference AND o.state IN ('OPEN', 'SUSPENDED')`);

/** The lines whose breaks make up for a break, the nearest days first; at most 50. */
export async function linesFor(
  client: Queryable,
  session: Session,
  id: string,
): Promise<NonNullable<BreakRow['line']>[]> {
  const rows = await rowsOf<{ row: NonNullable<BreakRow['line']> }>(
    client,
    sql`SELECT ${lineJson} AS row FROM reconciliation_breaks b JOIN reconciliation_breaks o ON ${makesUpFor}
        JOIN statement_lines l ON l.tenant_id = o.tenant_id AND l.id = o.line_id
        WHERE ${byId(session, 'b', id)} AND ${visibleLines(session, 'b')} ORDER BY abs(o.day - b.day), l.id LIMIT 50`,
  );
  return rows.map(({ row: line }) => line);
}
