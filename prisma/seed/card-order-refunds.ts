import type { Prisma } from '../client/client.ts';
import { demoPerson } from './tenants.ts';

/**
 * Begins the table of what was asked back of orders, of their first line, and takes the cards that were given back out of those that are to be
 * activated: the last ones of the line.
 */
export async function prepareOrderRefunds(tx: Prisma.TransactionClient): Promise<void> {
  await tx.$executeRaw`
    CREATE TEMP TABLE seed_order_refunds ON COMMIT DROP AS
    SELECT r.*, pg_temp.sid(83, r.n, r.at) AS id, 'KT' || lpad(r.n::text, 8, '0') AS refund_no, r.quantity * r.face + r.fee AS amount,
      CASE WHEN r.state <> 'SUBMITTED' THEN r.at + interval '3 hours' END AS decided_at
    FROM (
      SELECT row_number() OVER (ORDER BY asked.at, o.n) AS n, o.id AS order_id, o.order_no, o.tenant_id, o.company_id, o.merchant_id, o.state AS found_in,
        o.pay, l.id AS line_id, l.face, back.quantity, back.state, back.reason, asked.at, o.making_at IS NULL AS is_unmade,
        back.quantity = o.quantity AS is_whole,
        CASE WHEN o.making_at IS NULL THEN l.making_fee * back.quantity + CASE WHEN back.quantity = o.quantity THEN o.parcel ELSE 0 END ELSE 0 END AS fee
      FROM seed_orders o JOIN seed_order_lines l ON l.order_id = o.id AND l.line_no = 1
      CROSS JOIN LATERAL jsonb_to_record(o.back) AS back(quantity int, state text, reason text)
      CROSS JOIN LATERAL (VALUES (coalesce(o.shipped_at, o.ready_at, o.paid_at) + interval '5 hours')) asked(at)
      WHERE o.back IS NOT NULL) r`;
  await tx.$executeRaw`
    UPDATE pg_temp.seed_cards c SET state = 'CANCELLED', refunded_at = r.decided_at, refunded_for = r.refund_no || ' ' || r.reason
    FROM seed_order_refunds r JOIN seed_order_lines l ON l.id = r.line_id
    WHERE r.state = 'DONE' AND c.line_id = r.line_id AND c.order_n > l.quantity - r.quantity`;
}

/** What was asked back, the orders that wait for it, and who decided; cards that were given back are cancelled already. */
export async function writeOrderRefunds(tx: Prisma.TransactionClient): Promise<void> {
  const { name: by } = demoPerson('finance-maker');
  await tx.$executeRaw`
    INSERT INTO card_order_refunds (id, tenant_id, refund_no, order_id, quantity, amount, fee, reason, platform_account_id, created_at, created_by,
      updated_at, updated_by)
    SELECT r.id, r.tenant_id, r.refund_no, r.order_id, r.quantity, r.amount, r.fee, r.reason, y.platform_account_id, r.at, ${by}, r.at, ${by}
    FROM seed_order_refunds r JOIN card_order_payments y ON y.tenant_id = r.tenant_id AND y.order_id = r.order_id`;
  await tx.$executeRaw`
    INSERT INTO card_order_refund_lines (tenant_id, refund_id, line_id, quantity, unmade)
    SELECT tenant_id, id, line_id, quantity, CASE WHEN state = 'DONE' AND is_unmade THEN quantity ELSE 0 END FROM seed_order_refunds`;
  await tx.$executeRaw`
    INSERT INTO tenant_counters (tenant_id, kind, value) SELECT tenant_id, 'KT', max(n) FROM seed_order_refunds GROUP BY 1`;
  await tx.$executeRaw`
    UPDATE card_orders c SET state = 'REFUNDING', state_before = r.found_in, version = c.version + 1, updated_at = r.at, updated_by = ${by}
    FROM seed_order_refunds r WHERE c.tenant_id = r.tenant_id AND c.id = r.order_id`;
  await writeDecisions(tx);
  await tx.$executeRaw`
    UPDATE card_order_refunds c SET state = r.state, approval_id = pg_temp.sid(84, r.n, r.at), version = 2, updated_at = coalesce(r.decided_at, r.at),
      done_at = CASE r.state WHEN 'DONE' THEN r.decided_at END
    FROM seed_order_refunds r WHERE c.tenant_id = r.tenant_id AND c.id = r.id`;
  await tx.$executeRaw`
    UPDATE card_orders c SET state = s.came_to, state_before = NULL, version = c.version + 1, updated_at = r.decided_at, updated_by = ${by},
      refunded = CASE r.state WHEN 'DONE' THEN r.amount ELSE 0 END, refunded_fee = CASE r.state WHEN 'DONE' THEN r.fee ELSE 0 END
    FROM seed_order_refunds r JOIN seed_order_steps s ON s.id = r.order_id AND s.nth = 9
    WHERE c.tenant_id = r.tenant_id AND c.id = r.order_id`;
}

async function writeDecisions(tx: Prisma.TransactionClient): Promise<void> {
  const [maker, checker] = [demoPerson('finance-maker'), demoPerson('finance-checker')];
  await tx.$executeRaw`
    INSERT INTO approvals (id, tenant_id, subject_type, subject_id, about_id, subject_label, merchant_id, amount, state, maker_id, maker_name, maker_ids, reason,
      checker_id, checker_name, decision_reason, decided_at, created_at)
    SELECT pg_temp.sid(84, r.n, r.at), r.tenant_id, 'cardOrderRefund', r.id, r.order_id, r.refund_no || ' ' || r.order_no, r.merchant_id, r.amount, d.state,
      ${maker.id}::uuid, ${maker.name}, ARRAY[${maker.id}::uuid], r.reason, CASE WHEN d.state IN ('APPROVED', 'REJECTED') THEN ${checker.id}::uuid END,
      CASE WHEN d.state IN ('APPROVED', 'REJECTED') THEN ${checker.name} END, CASE d.state WHEN 'REJECTED' THEN '卡已备好，请照常发货' END, r.decided_at, r.at
    FROM seed_order_refunds r
    CROSS JOIN LATERAL (SELECT CASE r.state WHEN 'SUBMITTED' THEN 'PENDING' WHEN 'DONE' THEN 'APPROVED' ELSE r.state END AS state) d`;
  await tx.$executeRaw`
    INSERT INTO approval_events (id, tenant_id, approval_id, action, actor_id, actor_name, created_at)
    SELECT pg_temp.sid(85, n, decided_at), tenant_id, pg_temp.sid(84, n, at), CASE state WHEN 'DONE' THEN 'APPROVE' WHEN 'REJECTED' THEN 'REJECT' ELSE 'WITHDRAW' END,
      CASE state WHEN 'WITHDRAWN' THEN ${maker.id}::uuid ELSE ${checker.id}::uuid END, CASE state WHEN 'WITHDRAWN' THEN ${maker.name} ELSE ${checker.name} END,
      decided_at
    FROM seed_order_refunds WHERE decided_at IS NOT NULL`;
}
