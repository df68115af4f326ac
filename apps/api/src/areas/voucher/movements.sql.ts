import type { LedgerBasis } from '@xyxlx/contracts/ledger-fields';
import { empty, type Queryable, raw, rowsOf, type Sql, sql } from '../../platform/db/sql.ts';

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

function ofVouchers(span: Span): Sql {
  const { tenantId, from, to, basis } = span;
  return sql`
    WITH last AS (${lastClosed(span)}),
    parts AS (
      ${closings(span)}
      UNION ALL
      SELECT l.account_id, coalesce(sum(l.debit - l.credit) FILTER (WHERE v.date < ${from}::date), 0),
        coalesce(sum(l.debit) FILTER (WHERE v.date >= ${from}::date), 0), coalesce(sum(l.credit) FILTER (WHERE v.date >= ${from}::date), 0)
      FROM last CROSS JOIN vouchers v JOIN voucher_lines l ON l.tenant_id = v.tenant_id AND l.voucher_id = v.id
      WHERE v.tenant_id = ${tenantId}::uuid AND v.date >= last.until AND v.date <= ${to}::date AND ${countedStates(basis)}
        ${ofCompany('l', span)}
      GROUP BY 1)
    ${sumOfParts}`;
}

/** Days are what sealed slots came to; only what is not sealed yet is added up from the postings themselves. */
function ofPostings(span: Span): Sql {
  const { tenantId, from, to } = span;
  return sql`
    WITH last AS (${lastClosed(span)}),
    moves AS (
      SELECT d.book_date, d.role, d.debit, d.credit FROM ledger_days d
      WHERE d.tenant_id = ${tenantId}::uuid AND d.book_date >= (SELECT until FROM last) AND d.book_date <= ${to}::date ${ofCompany('d', span)}
      UNION ALL
      SELECT p.book_date, k.role, k.debit, k.credit
      FROM ledger_slots s JOIN ledger_postings p ON p.tenant_id = s.tenant_id AND p.slot_id = s.id
      CROSS JOIN LATERAL (VALUES (p.debit_role, p.company_id, p.amount, 0),
        (p.credit_role, coalesce(p.counter_company_id, p.company_id), 0, p.amount)) k(role, company_id, debit, credit)
      WHERE s.tenant_id = ${tenantId}::uuid AND s.state = 'OPEN' AND s.book_date >= (SELECT until FROM last) AND s.book_date <= ${to}::date
        ${ofCompany('k', span)}),
    parts AS (
      ${closings(span)}
      UNION ALL
      SELECT a.id, coalesce(sum(m.debit - m.credit) FILTER (WHERE m.book_date < ${from}::date), 0),
        coalesce(sum(m.debit) FILTER (WHERE m.book_date >= ${from}::date), 0),
        coalesce(sum(m.credit) FILTER (WHERE m.book_date >= ${from}::date), 0)
      FROM moves m JOIN ledger_accounts a ON a.tenant_id = ${tenantId}::uuid AND a.role = m.role
      GROUP BY 1)
    ${sumOfParts}`;
}

/** The last period that closed before the days, and the first day after it. */
function lastClosed({ tenantId, from }: Span): Sql {
  return sql`
    SELECT max(p.period) AS period, coalesce(((max(p.period) || '-01')::date + interval '1 month')::date, '-infinity') AS until
    FROM ledger_periods p WHERE p.tenant_id = ${tenantId}::uuid AND p.state = 'CLOSED' AND p.period < period_of(${from}::date)`;
}

/** What accounts had when that period closed. */
function closings(span: Span): Sql {
  return sql`
    SELECT h.account_id, sum(CASE h.side WHEN 'DEBIT' THEN h.closing ELSE -h.closing END) AS opening, 0 AS debit, 0 AS credit
    FROM last JOIN ledger_snapshots h ON h.tenant_id = ${span.tenantId}::uuid AND h.period = last.period ${ofCompany('h', span)}
    GROUP BY 1`;
}

function ofCompany(alias: 'd' | 'h' | 'k' | 'l', { companyId }: Span): Sql {
  return companyId ? sql`AND ${raw(alias)}.company_id = ${companyId}::uuid` : empty;
}

const sumOfParts = sql`
  SELECT account_id AS "accountId", sum(opening)::float8 AS opening, sum(debit)::float8 AS debit, sum(credit)::float8 AS credit
  FROM parts GROUP BY 1`;
