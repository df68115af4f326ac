import type { voucherLedger as contract } from '@xyxlx/contracts/voucher-ledger';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import type { Session } from '../../core/session.ts';
import { rowsOf, sql } from '../../platform/db/sql.ts';
import { dayBefore, shanghaiDay } from '../../platform/time/shanghai.ts';
import { booksOf } from './books.ts';

/** What limits, cards and funds had at the end of each day until today, by postings as they are written. */
export async function balanceTrend({
  input,
  session,
  deps,
  now,
}: Call<z.output<typeof contract.queryBalanceTrend.input>, Session>): Promise<
  z.input<typeof contract.queryBalanceTrend.output>
> {
  const tenantId = booksOf(session, input.tenantId);
  const to = shanghaiDay(now);
  return rowsOf(
    deps.database.pool,
    sql`
    WITH parts AS (
      SELECT d.book_date AS day, d.role, d.credit - d.debit AS delta FROM ledger_days d
      WHERE d.tenant_id = ${tenantId}::uuid AND d.role IN ('LIMIT', 'CARD', 'FUND')
      UNION ALL
      SELECT p.book_date, v.role, v.delta FROM ledger_slots s JOIN ledger_postings p ON p.tenant_id = s.tenant_id AND p.slot_id = s.id
      CROSS JOIN LATERAL (VALUES (p.debit_role, -p.amount), (p.credit_role, p.amount)) v(role, delta)
      WHERE s.tenant_id = ${tenantId}::uuid AND s.state = 'OPEN' AND v.role IN ('LIMIT', 'CARD', 'FUND')),
    sums AS (
      SELECT greatest(day, ${dayBefore(to, input.days - 1)}::date) AS day, role, sum(delta) AS delta FROM parts WHERE day <= ${to}::date GROUP BY 1, 2),
    days AS (SELECT m::date AS day FROM generate_series(${dayBefore(to, input.days - 1)}::date, ${to}::date, interval '1 day') m)
    SELECT d.day::text AS day,
      coalesce(sum(sum(s.delta) FILTER (WHERE s.role = 'LIMIT')) OVER w, 0)::float8 AS "limitBalance",
      coalesce(sum(sum(s.delta) FILTER (WHERE s.role = 'CARD')) OVER w, 0)::float8 AS "cardBalance",
      coalesce(sum(sum(s.delta) FILTER (WHERE s.role = 'FUND')) OVER w, 0)::float8 AS "fundBalance"
    FROM days d LEFT JOIN sums s ON s.day = d.day GROUP BY d.day WINDOW w AS (ORDER BY d.day) ORDER BY d.day`,
  );
}
