import { systemActor } from '@xyxlx/contracts/system-actor';
import type { Prisma } from '../client/client.ts';

/**
 * A bill of each merchant and each company for each month that the ledger has: the older settled, the last one issued, this one open.
 * Those of companies have a line for each merchant.
 */
export async function seedBills(tx: Prisma.TransactionClient): Promise<void> {
  await tx.$executeRaw`
    CREATE TEMP TABLE seed_months ON COMMIT DROP AS
    SELECT owner_id, to_char(date_trunc('month', occurred_at AT TIME ZONE 'Asia/Shanghai'), 'YYYY-MM') AS period, part,
      sum(part_amount) AS amount, sum(amount) AS moved
    FROM bill_ledger GROUP BY 1, 3, date_trunc('month', occurred_at AT TIME ZONE 'Asia/Shanghai')`;
  await tx.$executeRaw`
    CREATE TEMP TABLE seed_owners ON COMMIT DROP AS
    SELECT 'MERCHANT' AS kind, tenant_id, id AS owner_id, n, 'B' AS prefix, 6 AS digits, interval '91 days' AS since FROM seed_merchants
    UNION ALL
    SELECT 'COMPANY', tenant_id, id, (SELECT count(*) FROM seed_merchants) + row_number() OVER (ORDER BY tenant_id, created_at, id), 'G', 8,
      interval '92 days'
    FROM companies`;
  await tx.$executeRaw`
    INSERT INTO bills (id, tenant_id, kind, merchant_id, company_id, bill_no, period, opening, top_up, issued, consumed, refunded, recovered,
      transfer_in, transfer_out, card_in, card_out, fee, closing, state, dispute_reason, issued_at, issued_by, confirmed_at, confirmed_by, settled_at, created_at,
      created_by, updated_at, updated_by)
    SELECT pg_temp.sid(11, row_number() OVER (ORDER BY b.period, b.n), b.opened), b.tenant_id, b.kind,
      CASE b.kind WHEN 'MERCHANT' THEN b.owner_id END, CASE b.kind WHEN 'COMPANY' THEN b.owner_id END,
      b.prefix || replace(b.period, '-', '') || lpad(b.place::text, b.digits, '0'), b.period, b.closing - b.moved, b.top_up, b.issued,
      b.consumed, b.refunded, b.recovered, b.transfer_in, b.transfer_out, b.card_in, b.card_out, b.fee, b.closing, b.state,
      CASE b.state WHEN 'DISPUTED' THEN CASE b.kind WHEN 'MERCHANT' THEN '消费笔数与门店小票不符' ELSE '手续费与合同费率不符' END END,
      CASE WHEN b.state <> 'OPEN' THEN b.done END, CASE WHEN b.state <> 'OPEN' THEN ${systemActor.zh} END,
      CASE WHEN b.state IN ('CONFIRMED', 'SETTLED') THEN b.done + interval '1 hour' END, CASE WHEN b.state IN ('CONFIRMED', 'SETTLED') THEN '财务复核' END,
      CASE b.state WHEN 'SETTLED' THEN b.done + interval '2 hours' END, b.opened, ${systemActor.zh}, least(b.done, b.now), ${systemActor.zh}
    FROM (
      SELECT w.*, g.period, t.now, coalesce(s.moved, 0) AS moved, coalesce(s.top_up, 0) AS top_up, coalesce(s.issued, 0) AS issued,
        coalesce(s.consumed, 0) AS consumed, coalesce(s.refunded, 0) AS refunded, coalesce(s.recovered, 0) AS recovered,
        coalesce(s.transfer_in, 0) AS transfer_in, coalesce(s.transfer_out, 0) AS transfer_out, coalesce(s.card_in, 0) AS card_in, coalesce(s.card_out, 0) AS card_out, coalesce(s.fee, 0) AS fee,
        sum(coalesce(s.moved, 0)) OVER (PARTITION BY w.owner_id ORDER BY g.period) AS closing,
        CASE w.kind WHEN 'MERCHANT' THEN w.n ELSE row_number() OVER (PARTITION BY w.tenant_id, w.kind, g.period ORDER BY w.n) END AS place,
        least((g.month + interval '1 month 10 hours') AT TIME ZONE 'Asia/Shanghai', t.now) AS done,
        g.month AT TIME ZONE 'Asia/Shanghai' AS opened,
        CASE g.age WHEN 0 THEN 'OPEN'
          WHEN 1 THEN CASE WHEN w.kind = 'COMPANY' THEN (ARRAY['ISSUED', 'CONFIRMED', 'DISPUTED'])[1 + w.n % 3] WHEN pg_temp.rnd(w.n, 82) < 0.6 THEN 'ISSUED' WHEN pg_temp.rnd(w.n, 82) < 0.68 THEN 'DISPUTED' ELSE 'CONFIRMED' END
          ELSE 'SETTLED' END AS state
      FROM seed_owners w CROSS JOIN seed_time t
      CROSS JOIN LATERAL (
        SELECT date_trunc('month', t.today) - age * interval '1 month' AS month, age,
          to_char(date_trunc('month', t.today) - age * interval '1 month', 'YYYY-MM') AS period
        FROM generate_series(0, 4) age
        WHERE date_trunc('month', t.today) - age * interval '1 month' + interval '1 month' > t.today - w.since) g
      LEFT JOIN (
        SELECT owner_id, period, sum(moved) AS moved, sum(amount) FILTER (WHERE part = 'top_up') AS top_up,
          sum(amount) FILTER (WHERE part = 'issued') AS issued, sum(amount) FILTER (WHERE part = 'consumed') AS consumed,
          sum(amount) FILTER (WHERE part = 'refunded') AS refunded, sum(amount) FILTER (WHERE part = 'recovered') AS recovered,
          sum(amount) FILTER (WHERE part = 'transfer_in') AS transfer_in, sum(amount) FILTER (WHERE part = 'transfer_out') AS transfer_out,
          sum(amount) FILTER (WHERE part = 'card_in') AS card_in, sum(amount) FILTER (WHERE part = 'card_out') AS card_out, sum(amount) FILTER (WHERE part = 'fee') AS fee
        FROM seed_months GROUP BY 1, 2) s ON s.owner_id = w.owner_id AND s.period = g.period) b`;
  await tx.$executeRaw`
    INSERT INTO bill_lines (tenant_id, bill_id, merchant_id, issued, back)
    SELECT b.tenant_id, b.id, l.merchant_id, coalesce(sum(l.amount) FILTER (WHERE l.amount > 0), 0),
      coalesce(-sum(l.amount) FILTER (WHERE l.amount < 0), 0)
    FROM bills b JOIN company_lines l ON l.tenant_id = b.tenant_id AND l.company_id = b.company_id
      AND to_char(l.occurred_at AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM') = b.period
    WHERE b.state <> 'OPEN' GROUP BY 1, 2, 3`;
}
