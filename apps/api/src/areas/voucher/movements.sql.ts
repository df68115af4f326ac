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
  /** These leaves alone, or all. */
  accountIds?: readonly string[];
}

/** What every account came to; accounts without a line are left out. Read from snapshots, and from what came later. */
export async function movementsOf(client: Queryable, span: Span): Promise<Movement[]> {
  return rowsOf<Movement>(client, span.basis === 'LIVE' ? ofPostings(span) : ofVouchers(span));
}

/** The states of vouchers that a basis counts. */
export function countedStates(basis: LedgerBasis): Sql {
  return basis === 'POSTED' ? sql`v.state IN ('POSTED', 'REVERSED')` : sql`v.state IS NOT NULL`;
}

/** Closed months of the span are read from their snapshots, which have what every voucher of theirs came to; lines only of what came later. */
function ofVouchers(span: Span): Sql {
  const { tenantId, from, to, basis } = span;
  return sql`
    WITH last AS (${lastClosed(span)}),
    within AS (
      SELECT p.period, ((p.period || '-01')::date + interval '1 month')::date AS until FROM ledger_periods p
      WHERE p.tenant_id = ${tenantId}::uuid AND p.state = 'CLOSED' AND p.period >= period_of(${from}::date)
        AND (period_of(${from}::date) || '-01')::date = ${from}::date AND p.period < period_of((${to}::date + 1)::date)),
    rest AS (SELECT greatest((SELECT until FROM last), (SELECT max(until) FROM within)) AS since),
    parts AS (
      ${closings(span)}
      UNION ALL
      SELECT h.account_id, 0, sum(h.debit), sum(h.credit)
      FROM within JOIN ledger_snapshots h ON h.tenant_id = ${tenantId}::uuid AND h.period = within.period ${ofCompany('h', span)} ${ofAccounts('h.account_id', span)}
      GROUP BY 1
      UNION ALL
      SELECT l.account_id, coalesce(sum(l.debit - l.credit) FILTER (WHERE v.date < ${from}::date), 0),
        coalesce(sum(l.debit) FILTER (WHERE v.date >= ${from}::date), 0), coalesce(sum(l.credit) FILTER (WHERE v.date >= ${from}::date), 0)
      FROM rest CROSS JOIN vouchers v JOIN voucher_lines l ON l.tenant_id = v.tenant_id AND l.voucher_id = v.id AND l.date = v.date
      WHERE v.tenant_id = ${tenantId}::uuid AND l.date >= rest.since AND l.date <= ${to}::date AND ${countedStates(basis)}
        ${ofCompany('l', span)} ${ofAccounts('l.account_id', span)}
      GROUP BY 1)
    ${sumOfParts}`;
}

function ofPostings(span: Span): Sql {
  const { tenantId, from } = span;
  return sql`
    WITH last AS (${lastClosed(span)}),
    moves AS (${movesSince(sql`(SELECT until FROM last)`, span)}),
    parts AS (
      ${closings(span)}
      UNION ALL
      SELECT a.id, coalesce(sum(m.debit - m.credit) FILTER (WHERE m.book_date < ${from}::date), 0),
        coalesce(sum(m.debit) FILTER (WHERE m.book_date >= ${from}::date), 0),
        coalesce(sum(m.credit) FILTER (WHERE m.book_date >= ${from}::date), 0)
      FROM moves m JOIN ledger_accounts a ON a.tenant_id = ${tenantId}::uuid AND a.role = m.role ${ofAccounts('a.id', span)}
      GROUP BY 1)
    ${sumOfParts}`;
}

/** What roles of companies moved by since a day: days are what sealed slots came to; only what is not sealed yet is added up from the postings themselves. */
function movesSince(first: Sql, span: Span): Sql {
  const { tenantId, to } = span;
  return sql`
    SELECT d.book_date, d.role, d.company_id, d.debit, d.credit FROM ledger_days d
    WHERE d.tenant_id = ${tenantId}::uuid AND d.book_date >= ${first} AND d.book_date <= ${to}::date ${ofCompany('d', span)}
    UNION ALL
    SELECT p.book_date, k.role, k.company_id, k.debit, k.credit
    FROM ledger_slots s JOIN ledger_postings p ON p.tenant_id = s.tenant_id AND p.slot_id = s.id
    CROSS JOIN LATERAL (VALUES (p.debit_role, p.company_id, p.amount, 0),
      (p.credit_role, coalesce(p.counter_company_id, p.company_id), 0, p.amount)) k(role, company_id, debit, credit)
    WHERE s.tenant_id = ${tenantId}::uuid AND s.state = 'OPEN' AND s.book_date >= ${first} AND s.book_date <= ${to}::date
      ${ofCompany('k', span)}`;
}

/** SQL of what accounts moved by on each day of the span, by postings: day, debit, credit. */
export function postedDays(span: Span): Sql {
  return sql`
    SELECT m.book_date AS day, sum(m.debit) AS debit, sum(m.credit) AS credit
    FROM (${movesSince(sql`${span.from}::date`, span)}) m
    JOIN ledger_accounts a ON a.tenant_id = ${span.tenantId}::uuid AND a.role = m.role ${ofAccounts('a.id', span)}
    GROUP BY 1`;
}

/** SQL of what roles of companies stand at by all postings: role, company_id, balance (credits less debits, in fen). */
export function postedBalances(tenantId: string): Sql {
  const always = { tenantId, from: '-infinity', to: 'infinity', basis: 'LIVE' } as const;
  return sql`
    SELECT m.role, m.company_id, sum(m.credit - m.debit) AS balance FROM (${movesSince(sql`'-infinity'::date`, always)}) m GROUP BY 1, 2`;
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
    FROM last JOIN ledger_snapshots h ON h.tenant_id = ${span.tenantId}::uuid AND h.period = last.period ${ofCompany('h', span)} ${ofAccounts('h.account_id', span)}
    GROUP BY 1`;
}

function ofCompany(alias: 'd' | 'h' | 'k' | 'l', { companyId }: Span): Sql {
  return companyId ? sql`AND ${raw(alias)}.company_id = ${companyId}::uuid` : empty;
}

function ofAccounts(column: 'a.id' | 'h.account_id' | 'l.account_id', { accountIds }: Span): Sql {
  return accountIds ? sql`AND ${raw(column)} = ANY(${[...accountIds]}::uuid[])` : empty;
}

const sumOfParts = sql`
  SELECT account_id AS "accountId", sum(opening)::float8 AS opening, sum(debit)::float8 AS debit, sum(credit)::float8 AS credit
  FROM parts GROUP BY 1`;
