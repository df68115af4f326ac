import type { AccountSide } from '@xyxlx/contracts/ledger-roles';
import { empty, type Queryable, rowsOf, sql } from '../db/sql.ts';

/** Of which tenant, from which day to which in Asia/Shanghai, both included; of one company alone where it is named. */
interface Span {
  tenantId: string;
  from: string;
  to: string;
  companyId?: string | undefined;
}

/** What an account of the chart came to in a span, in fen; opening and closing balance on its side. */
export interface LiveBalance {
  accountId: string;
  code: string;
  name: string;
  side: AccountSide;
  opening: number;
  debit: number;
  credit: number;
  closing: number;
}

/**
 * 科目余额 as the postings have it at this moment, leaf by leaf in the order of their codes: the snapshot of the last closed period before
 * the span, the days that are sealed since, and the open slots. Never a look at all postings.
 */
export async function liveBalances(
  client: Queryable,
  { tenantId, from, to, companyId }: Span,
): Promise<LiveBalance[]> {
  const tenant = sql`${tenantId}::uuid`;
  const ofCompany = companyId ? sql`AND k.company_id = ${companyId}::uuid` : empty;
  return rowsOf<LiveBalance>(
    client,
    sql`
    WITH base AS MATERIALIZED (
      SELECT max(p.period) AS period, coalesce(((max(p.period) || '-01')::date + interval '1 month')::date, '-infinity') AS since
      FROM ledger_periods p WHERE p.tenant_id = ${tenant} AND p.state = 'CLOSED' AND p.period < period_of(${from}::date)),
    moves AS (
      SELECT k.book_date, k.role, k.debit, k.credit FROM ledger_days k
      WHERE k.tenant_id = ${tenant} AND k.book_date >= (SELECT since FROM base) AND k.book_date <= ${to}::date ${ofCompany}
      UNION ALL
      SELECT p.book_date, k.role, k.debit, k.credit
      FROM ledger_slots s JOIN ledger_postings p ON p.tenant_id = s.tenant_id AND p.slot_id = s.id
      CROSS JOIN LATERAL (VALUES (p.debit_role, p.company_id, p.amount, 0::bigint),
        (p.credit_role, coalesce(p.counter_company_id, p.company_id), 0::bigint, p.amount)) k(role, company_id, debit, credit)
      WHERE s.tenant_id = ${tenant} AND s.state = 'OPEN' AND s.book_date >= (SELECT since FROM base) AND s.book_date <= ${to}::date ${ofCompany}),
    sums AS (
      SELECT role, coalesce(sum(debit - credit) FILTER (WHERE book_date < ${from}::date), 0) AS before,
        coalesce(sum(debit) FILTER (WHERE book_date >= ${from}::date), 0) AS debit,
        coalesce(sum(credit) FILTER (WHERE book_date >= ${from}::date), 0) AS credit
      FROM moves GROUP BY 1),
    shots AS (
      SELECT k.account_id, sum(k.closing) AS closing FROM ledger_snapshots k
      WHERE k.tenant_id = ${tenant} AND k.period = (SELECT period FROM base) ${ofCompany} GROUP BY 1),
    balances AS (
      SELECT a.id, a.code, a.name, a.side, coalesce(h.closing, 0) + f.sign * coalesce(m.before, 0) AS opening,
        coalesce(m.debit, 0) AS debit, coalesce(m.credit, 0) AS credit, f.sign
      FROM ledger_accounts a CROSS JOIN LATERAL (SELECT CASE a.side WHEN 'DEBIT' THEN 1 ELSE -1 END AS sign) f
      LEFT JOIN sums m ON m.role = a.role LEFT JOIN shots h ON h.account_id = a.id
      WHERE a.tenant_id = ${tenant}
        AND NOT EXISTS (SELECT FROM ledger_accounts b WHERE b.tenant_id = a.tenant_id AND b.parent_id = a.id))
    SELECT id AS "accountId", code, name, side, opening::float8 AS opening, debit::float8 AS debit, credit::float8 AS credit,
      (opening + sign * (debit - credit))::float8 AS closing
    FROM balances ORDER BY code`,
  );
}
