import type { LedgerBasis } from '@xyxlx/contracts/ledger-fields';
import { empty, type Queryable, rowsOf, type Sql, sql } from '../../platform/db/sql.ts';

/** What a leaf came to before the days that are asked for, and on them; in fen, debits less credits. */
export interface Movement {
  accountId: string;
  opening: number;
  debit: number;
  credit: number;
}

/** What is added up: books, days (both included), a company alone or all. */
export interface Span {
  tenantId: string;
  from: string;
  to: string;
  basis: LedgerBasis;
  companyId?: string | undefined;
}

/** What every account came to; accounts without a line are left out. Read from the last snapshot before the days, and from what came later. */
export async function movementsOf(client: Queryable, span: Span): Promise<Movement[]> {
  return rowsOf<Movement>(client, span.basis === 'LIVE' ? ofPostings(span) : ofVouchers(span));
}

/** The states of vouchers that a basis counts. */
export function countedStates(basis: LedgerBasis): Sql {
  return basis === 'POSTED' ? sql`v.state IN ('POSTED', 'REVERSED')` : sql`v.state IS NOT NULL`;
}

function ofVouchers({ tenantId, from, to, basis, companyId }: Span): Sql {
  const of = (alias: 's' | 'l') =>
    companyId
      ? alias === 's'
        ? sql`AND s.company_id = ${companyId}::uuid`
        : sql`AND l.company_id = ${companyId}::uuid`
      : empty;
  return sql`
    WITH last AS (
      SELECT max(p.period) AS period, (max(p.period) || '-01')::date + interval '1 month' AS until FROM ledger_periods p
      WHERE p.tenant_id = ${tenantId}::uuid AND p.state = 'CLOSED' AND ((p.period || '-01')::date + interval '1 month') <= ${from}::date),
    parts AS (
      SELECT s.account_id, sum(CASE s.side WHEN 'DEBIT' THEN s.closing ELSE -s.closing END) AS opening, 0 AS debit, 0 AS credit
      FROM last JOIN ledger_snapshots s ON s.tenant_id = ${tenantId}::uuid AND s.period = last.period ${of('s')}
      GROUP BY 1
      UNION ALL
      SELECT l.account_id, coalesce(sum(l.debit - l.credit) FILTER (WHERE v.date < ${from}::date), 0),
        coalesce(sum(l.debit) FILTER (WHERE v.date >= ${from}::date), 0), coalesce(sum(l.credit) FILTER (WHERE v.date >= ${from}::date), 0)
      FROM last CROSS JOIN vouchers v JOIN voucher_lines l ON l.tenant_id = v.tenant_id AND l.voucher_id = v.id ${of('l')}
      WHERE v.tenant_id = ${tenantId}::uuid AND v.date >= coalesce(last.until, '-infinity') AND v.date <= ${to}::date AND ${countedStates(basis)}
      GROUP BY 1)
    SELECT account_id AS "accountId", sum(opening)::float8 AS opening, sum(debit)::float8 AS debit, sum(credit)::float8 AS credit
    FROM parts GROUP BY 1`;
}

/** Days are what sealed slots came to; only what is not sealed yet is added up from the postings themselves. */
function ofPostings({ tenantId, from, to, companyId }: Span): Sql {
  return sql`
    WITH parts AS (
      SELECT d.book_date, d.role, d.debit, d.credit FROM ledger_days d
      WHERE d.tenant_id = ${tenantId}::uuid AND d.book_date <= ${to}::date ${companyId ? sql`AND d.company_id = ${companyId}::uuid` : empty}
      UNION ALL
      SELECT p.book_date, v.role, v.debit, v.credit
      FROM ledger_slots s JOIN ledger_postings p ON p.tenant_id = s.tenant_id AND p.slot_id = s.id
      CROSS JOIN LATERAL (VALUES (p.debit_role, p.company_id, p.amount, 0),
        (p.credit_role, coalesce(p.counter_company_id, p.company_id), 0, p.amount)) v(role, company_id, debit, credit)
      WHERE s.tenant_id = ${tenantId}::uuid AND s.state = 'OPEN' AND s.book_date <= ${to}::date
        ${companyId ? sql`AND v.company_id = ${companyId}::uuid` : empty})
    SELECT a.id AS "accountId", coalesce(sum(p.debit - p.credit) FILTER (WHERE p.book_date < ${from}::date), 0)::float8 AS opening,
      coalesce(sum(p.debit) FILTER (WHERE p.book_date >= ${from}::date), 0)::float8 AS debit,
      coalesce(sum(p.credit) FILTER (WHERE p.book_date >= ${from}::date), 0)::float8 AS credit
    FROM parts p JOIN ledger_accounts a ON a.tenant_id = ${tenantId}::uuid AND a.role = p.role
    GROUP BY 1`;
}
