import type { home as contract } from '@xyxlx/contracts/home';
import type { z } from 'zod';
import type { Sight } from '../../core/session.ts';
import { type Queryable, rowOf, sql } from '../../platform/db/sql.ts';
import { visible, visibleCompanies } from '../../platform/records/scope.ts';

export type Home = z.output<(typeof contract)['getHome']['output']>;

/** Figures, trend and ranking, from the days' rollups: none of it reads single records. */
export async function homeFigures(
  client: Queryable,
  sight: Sight,
  today: string,
): Promise<Pick<Home, 'fund' | 'limits' | 'spend' | 'trend' | 'topMerchants'>> {
  return rowOf(
    client,
    sql`
    WITH days AS MATERIALIZED (
      SELECT d.day, d.tenant_id, d.merchant_id, d.consume_count, d.consume_amount, d.refund_count, d.refund_amount
      FROM consumption_days d
      WHERE ${visible(sight, 'd')} AND d.tenant_id IN (SELECT t.id FROM tenants t)
        AND d.day BETWEEN ${today}::date - 29 AND ${today}::date),
    trend AS (
      SELECT day::date AS day, coalesce(sum(d.consume_amount), 0) AS consumed, coalesce(sum(d.consume_count), 0) AS count,
        coalesce(sum(d.refund_amount), 0) AS refunded, coalesce(sum(d.refund_count), 0) AS refunds
      FROM generate_series(${today}::date - 29, ${today}::date, interval '1 day') day LEFT JOIN days d USING (day) GROUP BY 1),
    top AS (
      SELECT tenant_id, merchant_id, sum(consume_amount) AS consumed, sum(consume_count) AS count FROM days
      GROUP BY 1, 2 HAVING sum(consume_amount) > 0 ORDER BY 3 DESC, 2 LIMIT 10)
    SELECT
      (SELECT json_build_object('availableBalance', coalesce(sum(f.balance - f.frozen), 0), 'frozenBalance', coalesce(sum(f.frozen), 0))
       FROM fund_accounts f WHERE f.kind = 'ENTERPRISE' AND ${visibleCompanies(sight, 'f')}) AS fund,
      (SELECT json_build_object('availableLimit', coalesce(sum(l.available), 0), 'lockedLimit', coalesce(sum(l.locked), 0))
       FROM limit_accounts l WHERE ${visible(sight, 'l')}) AS limits,
      (SELECT json_build_object('todayAmount', t.consumed, 'todayCount', t.count,
         'yesterdayAmount', (SELECT y.consumed FROM trend y WHERE y.day = ${today}::date - 1),
         'todayRefundAmount', t.refunded, 'todayRefundCount', t.refunds) FROM trend t WHERE t.day = ${today}::date) AS spend,
      (SELECT json_agg(json_build_object('day', day, 'consumeAmount', consumed, 'consumeCount', count, 'refundAmount', refunded)
         ORDER BY day) FROM trend) AS trend,
      (SELECT coalesce(json_agg(json_build_object('merchant', json_build_object('id', m.id, 'name', m.name),
         'consumeAmount', top.consumed, 'consumeCount', top.count) ORDER BY top.consumed DESC, m.id), '[]')
       FROM top JOIN merchants m ON m.tenant_id = top.tenant_id AND m.id = top.merchant_id) AS "topMerchants"`,
  );
}
