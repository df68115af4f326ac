import type { Prisma } from '../client/client.ts';
import type { DomainSize } from './domain.ts';

/** Two activities a tenant, and a draw for every so many payments, in every state. Only coupons and goods were handed out: a limit would need its adjustment. */
export async function seedLottery(tx: Prisma.TransactionClient, { drawEvery }: DomainSize): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO lottery_activities (id, tenant_id, name, starts_at, ends_at, budget, spent, created_at)
    SELECT pg_temp.sid(9, m.tenant_n * 10 + a.n), m.tenant_id, a.name, t.midnight - a.since * interval '1 day', t.midnight + a.till * interval '1 day', 0, 0,
      t.midnight - a.since * interval '1 day'
    FROM (SELECT DISTINCT tenant_n, tenant_id FROM seed_merchants) m CROSS JOIN seed_time t
    CROSS JOIN (VALUES (1, '消费有礼', 95, 30), (2, '员工关怀月', 45, -1)) a(n, name, since, till)`;
  await tx.$executeRaw`
    INSERT INTO lottery_prizes (id, tenant_id, activity_id, type, name, value, stock)
    SELECT overlay((a.id::text) PLACING '00' || p.n FROM 16)::uuid, a.tenant_id, a.id, p.type::text, p.name, p.value, p.stock
    FROM lottery_activities a CROSS JOIN (VALUES
      ('a', 'LIMIT', '50 元额度', 5000, 800), ('b', 'COUPON', '满 30 减 10 元券', 1000, 5000), ('c', 'GOODS', '保温杯', 3900, 300),
      ('d', 'NONE', '谢谢参与', 0, 1000000)) p(n, type, name, value, stock)`;
  await tx.$executeRaw`
    INSERT INTO lottery_records (id, tenant_id, merchant_id, store_id, employee_id, activity_id, prize_id, consumption_id, lottery_no, prize_type,
      prize_name, value, state, failure, carrier, delivery_no, tries, drawn_at, awarded_at, expires_at, updated_at)
    SELECT pg_temp.sid(14, k, c.paid_at + interval '5 seconds'), c.tenant_id, c.merchant_id, c.store_id, c.employee_id, a.id, p.id, c.id,
      'L' || substr(c.payment_no, 2), p.type, p.name, p.value, d.state::text,
      CASE d.state WHEN 'FAILED' THEN '渠道返回：账户状态异常' END,
      CASE WHEN d.state = 'AWARDED' AND p.type = 'GOODS' THEN '顺丰速运' END,
      CASE WHEN d.state = 'AWARDED' THEN CASE p.type WHEN 'GOODS' THEN 'SF' ELSE 'Q' END || lpad(k::text, 13, '0') END,
      CASE WHEN d.state IN ('AWARDED', 'AWARDING', 'FAILED') THEN 1 ELSE 0 END, c.paid_at + interval '5 seconds',
      CASE d.state WHEN 'AWARDED' THEN c.paid_at + interval '2 minutes' END,
      CASE WHEN p.type <> 'NONE' THEN c.paid_at + interval '30 days' END, c.paid_at
    FROM (SELECT *, ('x' || substr(id::text, 25))::bit(48)::bigint AS k FROM consumption_records WHERE type = 'CONSUME' AND state IN ('SUCCESS', 'PARTLY_REFUNDED')) c
    JOIN LATERAL (SELECT pg_temp.rnd(k, 71) AS u, pg_temp.rnd(k, 72) AS v) r ON TRUE
    JOIN lottery_activities a ON a.tenant_id = c.tenant_id AND a.name = CASE WHEN r.v < 0.3 THEN '员工关怀月' ELSE '消费有礼' END
      AND c.paid_at BETWEEN a.starts_at AND a.ends_at
    JOIN lottery_prizes p ON p.activity_id = a.id
      AND p.type = (CASE WHEN r.u < 0.05 THEN 'LIMIT' WHEN r.u < 0.3 THEN 'COUPON' WHEN r.u < 0.33 THEN 'GOODS' ELSE 'NONE' END)
    CROSS JOIN seed_time t
    CROSS JOIN LATERAL (SELECT CASE WHEN p.type = 'NONE' THEN 'NOT_WON'
        WHEN p.type <> 'LIMIT' AND r.v < CASE p.type WHEN 'GOODS' THEN 0.3 ELSE 0.8 END THEN 'AWARDED'
        WHEN p.type <> 'LIMIT' AND r.v < 0.9 THEN 'AWARDING'
        WHEN c.paid_at < t.now - interval '30 days' THEN 'EXPIRED'
        WHEN r.v > CASE p.type WHEN 'LIMIT' THEN 0.75 ELSE 0.95 END THEN 'FAILED' ELSE 'PENDING' END AS state) d
    WHERE c.k % ${drawEvery}::int = 0`;
  await tx.$executeRaw`
    UPDATE lottery_activities a SET spent = w.spent, budget = w.spent + 2000000
    FROM (SELECT activity_id, sum(value) AS spent FROM lottery_records WHERE state <> 'EXPIRED' GROUP BY 1) w WHERE w.activity_id = a.id`;
  await tx.$executeRaw`ANALYZE lottery_records`;
}
