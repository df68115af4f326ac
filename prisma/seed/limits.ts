import { systemActor } from '@xyxlx/contracts/system-actor';
import type { Prisma } from '../client/client.ts';

/** Limits that cover what was spent, and the gap-free chain that made them, some of it by the sheets of `seed_carried`. */
export async function seedLimits(tx: Prisma.TransactionClient): Promise<void> {
  await tx.$executeRaw`
    CREATE TEMP TABLE seed_waves ON COMMIT DROP AS
    SELECT e.id AS employee_id, e.tenant_id, e.merchant_id, m.company_id, w.step, w.type, w.source, w.delta, w.reason,
      t.midnight + w.at AS at, CASE WHEN w.step = s.step OR s.step = 7 AND w.step = 8 THEN s.id END AS batch_id
    FROM employees e
    JOIN seed_merchants m ON m.id = e.merchant_id
    CROSS JOIN seed_time t
    CROSS JOIN LATERAL (SELECT ('x' || substr(e.id::text, 25))::bit(48)::bigint AS n) k
    LEFT JOIN (
      SELECT employee_id, sum(enterprise) FILTER (WHERE type <> 'REFUND') AS spent,
        coalesce(sum(enterprise) FILTER (WHERE type = 'REFUND'), 0) AS refunded
      FROM consumption_records WHERE state NOT IN ('PROCESSING', 'FAILED') GROUP BY 1) c ON c.employee_id = e.id
    CROSS JOIN LATERAL (
      SELECT ceil(coalesce(c.spent, 0) / 10000.0)::bigint * 10000 + 30000 AS first, 5000 * (1 + floor(pg_temp.rnd(k.n, 61) * 6)::bigint) AS second,
        5000 * (1 + floor(pg_temp.rnd(k.n, 62) * 6)::bigint) AS third, coalesce(c.spent, 0) - coalesce(c.refunded, 0) AS used,
        CASE WHEN pg_temp.rnd(k.n, 63) < 0.15 THEN 2000 ELSE 0 END AS less,
        CASE WHEN pg_temp.rnd(k.n, 64) < 0.05 AND e.state <> 'LEFT' THEN 3000 ELSE 0 END AS frozen) g
    LEFT JOIN seed_carried s ON s.tenant_id = e.tenant_id AND s.merchant_id = e.merchant_id
    CROSS JOIN LATERAL (VALUES
      (1, 'INCREASE', 'BATCH', g.first, '季度福利发放', interval '-91 days 9 hours'),
      (2, 'INCREASE', 'BATCH', g.second, '月度餐补', interval '-60 days 9 hours'),
      (3, 'INCREASE', 'BATCH', g.third, '月度餐补', interval '-30 days 9 hours'),
      (4, 'DECREASE', 'SINGLE', -g.less, '多发更正', interval '-20 days 10 hours'),
      (5, 'FREEZE', 'SINGLE', -g.frozen, '待核实消费', interval '-4 days 10 hours'),
      (6, 'RECOVER', 'SYSTEM', CASE WHEN e.state = 'LEFT' THEN g.used - g.first - g.second - g.third + g.less ELSE 0 END,
        '个人原因离职', interval '-5 days 18 hours'),
      (7, 'INCREASE', 'BATCH', s.each, s.reason, s.at - t.midnight),
      (8, 'DECREASE', 'BATCH', -s.each, s.undo_reason, s.undone_at - t.midnight)) w(step, type, source, delta, reason, at)
    WHERE e.state <> 'PENDING' AND w.delta <> 0`;
  await tx.$executeRaw`ANALYZE seed_waves`;
  await tx.$executeRaw`
    INSERT INTO limit_accounts (id, tenant_id, merchant_id, employee_id, company_id, total, available, locked, used, recovered, adjust_seq, updated_at)
    SELECT overlay(e.id::text PLACING '004' FROM 16)::uuid, e.tenant_id, e.merchant_id, e.id, m.company_id,
      coalesce(granted, 0), coalesce(granted - locked - recovered, 0) - coalesce(used, 0), coalesce(locked, 0), coalesce(used, 0),
      coalesce(recovered, 0), coalesce(steps, 0), t.midnight
    FROM employees e JOIN seed_merchants m ON m.id = e.merchant_id CROSS JOIN seed_time t
    LEFT JOIN (
      SELECT employee_id, coalesce(sum(delta) FILTER (WHERE type IN ('INCREASE', 'DECREASE')), 0) AS granted,
        coalesce(-sum(delta) FILTER (WHERE type = 'FREEZE'), 0) AS locked,
        coalesce(-sum(delta) FILTER (WHERE type = 'RECOVER'), 0) AS recovered, count(*)::int AS steps
      FROM seed_waves GROUP BY 1) w ON w.employee_id = e.id
    LEFT JOIN (
      SELECT employee_id, sum(CASE WHEN type = 'REFUND' THEN -enterprise ELSE enterprise END) AS used
      FROM consumption_records WHERE state NOT IN ('PROCESSING', 'FAILED') GROUP BY 1) c ON c.employee_id = e.id`;
  await tx.$executeRaw`
    INSERT INTO limit_adjustments (id, tenant_id, merchant_id, employee_id, account_id, company_id, seq, type, source, before, delta, after, reason, undoes_id, batch_id,
      created_at, created_by)
    SELECT id, tenant_id, merchant_id, employee_id, overlay(employee_id::text PLACING '004' FROM 16)::uuid, company_id, row_number() OVER w, type::text, source::text,
      sum(delta) OVER w - delta, delta, sum(delta) OVER w, reason, CASE step WHEN 8 THEN lag(id) OVER w END, batch_id, at,
      CASE source WHEN 'SYSTEM' THEN ${systemActor.zh} ELSE '财务经办' END
    FROM (SELECT *, pg_temp.sid(5, row_number() OVER (ORDER BY at, employee_id), at) AS id FROM seed_waves) given
    WINDOW w AS (PARTITION BY employee_id ORDER BY at, step)`;
  await tx.$executeRaw`ANALYZE limit_accounts, limit_adjustments`;
}
