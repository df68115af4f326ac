import type { Label } from '@xyxlx/contracts/endpoint';
import {
  type voucherPeriod as contract,
  type PeriodRow,
  periodCheckWords,
} from '@xyxlx/contracts/voucher-period';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { recordMissing } from '../../core/errors.ts';
import type { Language } from '../../core/language.ts';
import type { Session } from '../../core/session.ts';
import { iso, type Queryable, rowsOf, type Sql, sql } from '../../platform/db/sql.ts';
import { shanghaiDay } from '../../platform/time/shanghai.ts';
import { booksOf } from './books.ts';
import { checkPeriod, type Finding } from './period-checks.ts';
import { lastDayOf } from './span.ts';

interface Reader {
  now: Date;
  language: Language;
}

/** The periods of a tenant that a condition leaves, in their order. */
async function read(client: Queryable, where: Sql, { now, language }: Reader): Promise<PeriodRow[]> {
  const rows = await rowsOf<Omit<PeriodRow, 'isOver' | 'hindrance'> & { hindrance: Label | null }>(
    client,
    sql`SELECT p.period, p.state, w.id AS "approvalId", CASE w.subject_type WHEN 'periodClose' THEN 'CLOSE' WHEN 'periodReopen' THEN 'REOPEN' END AS requested,
          v.all_of AS "voucherCount", v.unposted AS "unpostedCount", coalesce(u.amount, 0)::float8 AS "unpostedAmount", p.hindrance,
          ${iso('p.closed_at')} AS "closedAt", p.closed_by AS "closedBy"
        FROM ledger_periods p
        LEFT JOIN approvals w ON w.tenant_id = p.tenant_id AND w.subject_type IN ('periodClose', 'periodReopen') AND w.subject_id = p.id AND w.state = 'PENDING'
        CROSS JOIN LATERAL (
          SELECT count(*)::int AS all_of, count(*) FILTER (WHERE v.state NOT IN ('POSTED', 'REVERSED'))::int AS unposted
          FROM vouchers v WHERE v.tenant_id = p.tenant_id AND v.period = p.period) v
        CROSS JOIN LATERAL (
          SELECT sum(l.debit) AS amount FROM vouchers v JOIN voucher_lines l ON l.tenant_id = v.tenant_id AND l.voucher_id = v.id
          WHERE v.tenant_id = p.tenant_id AND v.period = p.period AND v.state IN ('DRAFT', 'PENDING', 'APPROVED')) u
        WHERE ${where} ORDER BY p.period LIMIT 12`,
  );
  const today = shanghaiDay(now);
  return rows.map(({ hindrance, ...row }) => ({
    ...row,
    hindrance: hindrance?.[language] ?? null,
    isOver: lastDayOf(row.period) < today,
  }));
}

/** The periods of a year. */
export async function queryPeriod({
  input,
  session,
  deps,
  now,
  request,
}: Call<z.output<typeof contract.queryPeriod.input>, Session>): Promise<PeriodRow[]> {
  const year = input.year ?? Number(shanghaiDay(now).slice(0, 4));
  const tenantId = booksOf(session, input.tenantId);
  return read(
    deps.database.pool,
    sql`p.tenant_id = ${tenantId}::uuid AND p.period >= ${`${year}-01`} AND p.period <= ${`${year}-12`}`,
    { now, language: request.language },
  );
}

/** One period as the wire has it; throws 406 where there are no books of it. */
export async function periodRowOf(
  client: Queryable,
  tenantId: string | null,
  period: string,
  reader: Reader,
): Promise<PeriodRow> {
  const [row] = await read(client, sql`p.tenant_id = ${tenantId}::uuid AND p.period = ${period}`, reader);
  if (!row) throw recordMissing();
  return row;
}

/** What hinders the closing of a period, and what is not posted yet by day. */
export async function checksOf({
  input,
  session,
  deps,
  now,
  request,
}: Call<z.output<typeof contract.checkPeriod.input>, Session>): Promise<
  z.input<typeof contract.checkPeriod.output>
> {
  const { pool } = deps.database;
  const { period } = input;
  const { language } = request;
  const tenantId = booksOf(session, input.tenantId);
  await periodRowOf(pool, tenantId, period, { now, language });
  const findings = await checkPeriod(pool, tenantId as string, period);
  const unposted = await rowsOf<{ day: string; voucherAmount: number; postingAmount: number }>(
    pool,
    sql`
    WITH parts AS (
      SELECT v.date AS day, l.debit AS voucher, 0 AS posting FROM vouchers v JOIN voucher_lines l ON l.tenant_id = v.tenant_id AND l.voucher_id = v.id
      WHERE v.tenant_id = ${tenantId}::uuid AND v.period = ${period} AND v.state IN ('DRAFT', 'PENDING', 'APPROVED')
      UNION ALL
      SELECT p.book_date, 0, p.amount FROM ledger_slots s JOIN ledger_postings p ON p.tenant_id = s.tenant_id AND p.slot_id = s.id
      WHERE s.tenant_id = ${tenantId}::uuid AND s.period = ${period} AND s.state = 'OPEN')
    SELECT day::text AS day, sum(voucher)::float8 AS "voucherAmount", sum(posting)::float8 AS "postingAmount" FROM parts GROUP BY 1 ORDER BY 1`,
  );
  return {
    period,
    checks: findings.map(({ check, count, details }) => ({
      check,
      ok: count === 0,
      count,
      details: details.map((detail) => detail[language]),
    })),
    unposted,
  };
}

/** What findings say, in words for who asked for the closing, with the first three of each check. */
export function hindranceOf(findings: readonly Finding[]): Label {
  const words = (language: Language, [before, after]: [string, string]) =>
    findings
      .filter(({ count }) => count > 0)
      .map(({ check, count, details }) => {
        const first = details.slice(0, 3).map((detail) => detail[language]);
        return `${periodCheckWords[check][language]} ✗ ${count}${before}${first.join('; ')}${after}`;
      })
      .join('; ');
  return { zh: words('zh', ['（', '）']), en: words('en', [' (', ')']) };
}
