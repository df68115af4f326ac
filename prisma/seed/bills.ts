import { systemActor } from '@xyxlx/contracts/system-actor';
import type { Prisma } from '../client/client.ts';
import { idOf } from './random.ts';
import { tenantId } from './tenants.ts';

/**
 * A bill of each merchant and each company for each month that the ledger has: the older settled, the last one in every state on the way
 * there, this one open.
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
      transfer_in, transfer_out, card_in, card_out, fee, closing, state, issued_at, issued_by, confirmed_at, confirmed_by, settled_at, created_at,
      created_by, updated_at, updated_by)
    SELECT pg_temp.sid(11, row_number() OVER (ORDER BY b.period, b.n), b.opened), b.tenant_id, b.kind,
      CASE b.kind WHEN 'MERCHANT' THEN b.owner_id END, CASE b.kind WHEN 'COMPANY' THEN b.owner_id END,
      b.prefix || replace(b.period, '-', '') || lpad(b.place::text, b.digits, '0'), b.period, b.closing - b.moved, b.top_up, b.issued,
      b.consumed, b.refunded, b.recovered, b.transfer_in, b.transfer_out, b.card_in, b.card_out, b.fee, b.closing, b.state,
      CASE WHEN b.state <> 'OPEN' THEN b.done END, CASE WHEN b.state <> 'OPEN' THEN ${systemActor.zh} END,
      CASE WHEN b.state IN ('CONFIRMED', 'SETTLED') THEN least(b.done + interval '1 hour', b.now) END, CASE WHEN b.state IN ('CONFIRMED', 'SETTLED') THEN '财务复核' END,
      CASE b.state WHEN 'SETTLED' THEN least(b.done + interval '2 hours', b.now) END, b.opened, ${systemActor.zh}, least(b.done, b.now), ${systemActor.zh}
    FROM (
      SELECT w.*, g.period, t.now, coalesce(s.moved, 0) AS moved, coalesce(s.top_up, 0) AS top_up, coalesce(s.issued, 0) AS issued,
        coalesce(s.consumed, 0) AS consumed, coalesce(s.refunded, 0) AS refunded, coalesce(s.recovered, 0) AS recovered,
        coalesce(s.transfer_in, 0) AS transfer_in, coalesce(s.transfer_out, 0) AS transfer_out, coalesce(s.card_in, 0) AS card_in, coalesce(s.card_out, 0) AS card_out, coalesce(s.fee, 0) AS fee,
        sum(coalesce(s.moved, 0)) OVER (PARTITION BY w.owner_id ORDER BY g.period) AS closing,
        CASE w.kind WHEN 'MERCHANT' THEN w.n ELSE row_number() OVER (PARTITION BY w.tenant_id, w.kind, g.period ORDER BY w.n) END AS place,
        least((g.month + interval '1 month 10 hours') AT TIME ZONE 'Asia/Shanghai', t.now) AS done,
        g.month AT TIME ZONE 'Asia/Shanghai' AS opened,
        CASE g.age WHEN 0 THEN 'OPEN'
          WHEN 1 THEN CASE WHEN w.kind = 'COMPANY' THEN (ARRAY['ISSUED', 'CONFIRMED', 'DISPUTED'])[1 + w.n % 3]
            WHEN pg_temp.rnd(w.n, 82) < 0.5 THEN 'ISSUED' WHEN pg_temp.rnd(w.n, 82) < 0.58 THEN 'DISPUTED'
            WHEN pg_temp.rnd(w.n, 82) < 0.64 THEN 'ANSWERED' WHEN pg_temp.rnd(w.n, 82) < 0.78 THEN 'OPEN' ELSE 'CONFIRMED' END
          ELSE 'SETTLED' END AS state
      FROM seed_owners w CROSS JOIN seed_time t
      CROSS JOIN LATERAL (
        SELECT month, age, to_char(month, 'YYYY-MM') AS period
        FROM generate_series(0, 4) age
        -- Of a date it would be an instant of the session's time zone.
        CROSS JOIN LATERAL (SELECT date_trunc('month', t.today::timestamp) - age * interval '1 month' AS month) m
        WHERE month + interval '1 month' > t.today - w.since) g
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
  await seedDisputes(tx);
}

/** Threads of what is disputed: a word of the other side; of what is answered our answer after it; of some a second word. */
async function seedDisputes(tx: Prisma.TransactionClient): Promise<void> {
  const [claimant, answerer, otherClaimant] = ['13800000003', '13800000002', '13800000004'].map((mobile) =>
    idOf(`user/${mobile}`),
  );
  await tx.$executeRaw`
    INSERT INTO bill_messages (id, tenant_id, bill_id, seq, side, text, author_id, author_name, created_at)
    SELECT pg_temp.sid(90, row_number() OVER (ORDER BY b.bill_no, b.tenant_id, w.seq), w.at), b.tenant_id, b.id, w.seq, w.side, w.text,
      u.id, coalesce(u.name, w.name), w.at
    FROM (SELECT *, tenant_id = ${tenantId('A')}::uuid AS is_first, right(bill_no, 1)::int % 2 = 0 AS goes_on FROM bills
      WHERE state IN ('DISPUTED', 'ANSWERED')) b
    CROSS JOIN seed_time t
    CROSS JOIN LATERAL (VALUES
      (1, 'CLAIM', CASE b.kind WHEN 'MERCHANT' THEN '消费笔数与门店小票不符' ELSE '手续费与合同费率不符' END, '5 hours'::interval),
      (2, 'ANSWER', CASE b.kind WHEN 'MERCHANT' THEN '差异为月末当日晚间的两笔，门店次日入账，小票日期为准。' ELSE '自本月起按新费率计，附合同第 4 条。' END, '9 hours'),
      (3, 'CLAIM', '仍有一笔对不上，请提供流水。', '26 hours'),
      (4, 'ANSWER', '已核对流水，该笔为退款后重付，两笔都在明细中。', '30 hours')) said(seq, side, text, later)
    CROSS JOIN LATERAL (SELECT said.*, least(b.issued_at + said.later, t.now) AS at, CASE said.side WHEN 'CLAIM' THEN '财务复核' ELSE '财务经办' END AS name) w
    LEFT JOIN users u ON u.id = CASE WHEN b.is_first THEN CASE w.side WHEN 'CLAIM' THEN ${claimant}::uuid ELSE ${answerer}::uuid END
      WHEN w.side = 'CLAIM' THEN ${otherClaimant}::uuid END
    WHERE w.seq <= CASE b.state WHEN 'DISPUTED' THEN CASE WHEN b.goes_on THEN 3 ELSE 1 END ELSE CASE WHEN b.goes_on THEN 4 ELSE 2 END END
    ORDER BY b.tenant_id, b.id, w.seq`;
}
