import { systemActor } from '@xyxlx/contracts/system-actor';
import type { Prisma } from '../client/client.ts';

/** Top-ups and fees, and a bill for each month that the ledger has: the older settled, the last one issued, this one open. */
export async function seedBills(tx: Prisma.TransactionClient): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO merchant_flows (id, tenant_id, merchant_id, flow_no, kind, amount, occurred_at, created_at, created_by)
    SELECT pg_temp.sid(10, m.n * 100 + f.n, t.midnight + f.at), m.tenant_id, m.id, f.prefix || lpad((m.n * 100 + f.n)::text, 10, '0'), f.kind::text,
      (f.base * (1 + floor(pg_temp.rnd(m.n * 100 + f.n, 81) * 5)))::bigint, t.midnight + f.at, t.midnight + f.at, '财务经办'
    FROM seed_merchants m CROSS JOIN seed_time t
    CROSS JOIN (VALUES (1, 'TOP_UP', 'T', 500000, interval '-91 days 8 hours'), (2, 'TOP_UP', 'T', 300000, interval '-55 days 8 hours'),
      (3, 'TOP_UP', 'T', 300000, interval '-25 days 8 hours'), (4, 'FEE', 'F', 600, interval '-50 days 20 hours'),
      (5, 'FEE', 'F', 600, interval '-20 days 20 hours')) f(n, kind, prefix, base, at)`;
  await tx.$executeRaw`
    CREATE TEMP TABLE seed_months ON COMMIT DROP AS
    SELECT tenant_id, merchant_id, to_char(date_trunc('month', occurred_at AT TIME ZONE 'Asia/Shanghai'), 'YYYY-MM') AS period,
      coalesce(sum(amount) FILTER (WHERE kind = 'TOP_UP'), 0) AS top_up, coalesce(sum(amount) FILTER (WHERE kind = 'ISSUE'), 0) AS issued,
      coalesce(-sum(amount) FILTER (WHERE kind = 'CONSUME'), 0) AS consumed, coalesce(sum(amount) FILTER (WHERE kind = 'REFUND'), 0) AS refunded,
      coalesce(-sum(amount) FILTER (WHERE kind = 'RECOVER'), 0) AS recovered, coalesce(-sum(amount) FILTER (WHERE kind = 'FEE'), 0) AS fee,
      sum(amount) AS moved
    FROM merchant_ledger GROUP BY 1, 2, date_trunc('month', occurred_at AT TIME ZONE 'Asia/Shanghai')`;
  await tx.$executeRaw`
    INSERT INTO bills (id, tenant_id, merchant_id, bill_no, period, opening, top_up, issued, consumed, refunded, recovered, fee, closing, state,
      dispute_reason, issued_at, issued_by, confirmed_at, confirmed_by, settled_at, created_at, created_by, updated_at, updated_by)
    SELECT pg_temp.sid(11, row_number() OVER (ORDER BY b.period, b.n), b.opened), b.tenant_id, b.merchant_id, 'B' || replace(b.period, '-', '') || lpad(b.n::text, 6, '0'), b.period,
      b.closing - b.moved, top_up, issued, consumed, refunded, recovered, fee, closing, b.state::text,
      CASE b.state WHEN 'DISPUTED' THEN '消费笔数与门店小票不符' END,
      CASE WHEN b.state <> 'OPEN' THEN b.done END, CASE WHEN b.state <> 'OPEN' THEN ${systemActor.zh} END,
      CASE WHEN b.state IN ('CONFIRMED', 'SETTLED') THEN b.done + interval '1 hour' END, CASE WHEN b.state IN ('CONFIRMED', 'SETTLED') THEN '财务复核' END,
      CASE b.state WHEN 'SETTLED' THEN b.done + interval '2 hours' END, b.opened, ${systemActor.zh}, least(b.done, b.now), ${systemActor.zh}
    FROM (
      SELECT g.*, m.n, t.now, sum(coalesce(s.moved, 0)) OVER (PARTITION BY m.id ORDER BY g.period) AS closing, m.tenant_id, m.id AS merchant_id,
        coalesce(s.top_up, 0) AS top_up, coalesce(s.issued, 0) AS issued, coalesce(s.consumed, 0) AS consumed, coalesce(s.refunded, 0) AS refunded,
        coalesce(s.recovered, 0) AS recovered, coalesce(s.fee, 0) AS fee, coalesce(s.moved, 0) AS moved,
        least((g.month + interval '1 month 10 hours') AT TIME ZONE 'Asia/Shanghai', t.now) AS done,
        g.month AT TIME ZONE 'Asia/Shanghai' AS opened,
        CASE g.age WHEN 0 THEN 'OPEN'
          WHEN 1 THEN CASE WHEN pg_temp.rnd(m.n, 82) < 0.6 THEN 'ISSUED' WHEN pg_temp.rnd(m.n, 82) < 0.68 THEN 'DISPUTED' ELSE 'CONFIRMED' END
          ELSE 'SETTLED' END AS state
      FROM seed_merchants m CROSS JOIN seed_time t
      CROSS JOIN (
        SELECT date_trunc('month', today) - age * interval '1 month' AS month, age,
          to_char(date_trunc('month', today) - age * interval '1 month', 'YYYY-MM') AS period
        FROM seed_time, generate_series(0, 3) age
        WHERE date_trunc('month', today) - age * interval '1 month' + interval '1 month' > today - interval '91 days') g
      LEFT JOIN seed_months s ON s.merchant_id = m.id AND s.period = g.period) b`;
}
