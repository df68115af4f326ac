import type { Prisma } from '../client/client.ts';
import { idOf } from './random.ts';
import { tenantId } from './tenants.ts';

/** What was asked of how many cards of others, and of the first card of the demo's employee, and approved. */
const asked = { others: 36, own: 4 };

/**
 * Begins the table of what was asked of cards and approved: most of it was captured, some given up, some is open or came to its end; adds what
 * that moved.
 */
export async function prepareCardPayments(tx: Prisma.TransactionClient): Promise<void> {
  // Each of the others on a card of its own, so that what was free is the face value.
  await tx.$executeRaw`
    CREATE TEMP TABLE seed_authorizations ON COMMIT DROP AS
    WITH payers AS (
      SELECT c.*, row_number() OVER (ORDER BY md5(c.n::text)) AS a FROM seed_cards c CROSS JOIN seed_time t
      WHERE c.state = 'ACTIVE' AND c.activated_at < t.midnight - interval '14 days'
        AND c.employee_id IS DISTINCT FROM (SELECT employee_id FROM seed_demo_employee)),
    own AS (SELECT c.* FROM seed_cards c JOIN seed_demo_employee d ON d.employee_id = c.employee_id WHERE c.state = 'ACTIVE' ORDER BY c.n LIMIT 1),
    cards AS (
      SELECT * FROM payers WHERE a <= ${asked.others}::int
      UNION ALL SELECT own.*, ${asked.others}::int + i FROM own CROSS JOIN generate_series(1, ${asked.own}::int) i),
    told AS (
      SELECT c.*, CASE WHEN a % 10 = 0 THEN 'EXPIRED' WHEN a % 10 = 1 THEN 'REVERSED' WHEN a % 10 IN (2, 3) THEN 'OPEN' ELSE 'CAPTURED' END AS outcome,
        CASE a % 10 WHEN 3 THEN c.face + 2500 WHEN 4 THEN 12000 ELSE 1500 + (a * 137) % 9000 END AS amount,
        t.midnight - CASE WHEN a % 10 = 0 THEN 9 WHEN a % 10 IN (2, 3) THEN 1 + a % 3 ELSE 2 + a % 12 END * interval '1 day'
          + interval '10 hours' + a * interval '2 minutes' AS asked_at
      FROM cards c CROSS JOIN seed_time t)
    SELECT s.a, pg_temp.sid(70, 100 + s.a, s.asked_at) AS id, s.id AS card_id, s.tenant_id, s.merchant_id, s.company_id, s.employee_id, s.code AS product,
      s.outcome AS state, s.amount, least(s.amount, s.face) AS approved, CASE s.outcome WHEN 'CAPTURED' THEN CASE s.a % 10 WHEN 4 THEN 9000 ELSE s.amount END
        ELSE 0 END AS captured, s.asked_at, CASE s.outcome WHEN 'EXPIRED' THEN s.asked_at + interval '7 days 1 minute'
        WHEN 'REVERSED' THEN s.asked_at + interval '2 hours' WHEN 'CAPTURED' THEN s.asked_at + interval '20 hours' END AS closed_at,
      s.face - sum(least(s.amount, s.face)) OVER (PARTITION BY s.id ORDER BY s.asked_at) AS available, p.id AS payee_id, p.mcc, p.city, p.brand_id
    FROM told s CROSS JOIN LATERAL (
      SELECT m.* FROM merchants m WHERE m.tenant_id = s.tenant_id AND m.state = 'ACTIVE' AND (s.code <> 'MEALCARD' OR m.mcc = '5812')
      ORDER BY m.id OFFSET s.a % 10 LIMIT 1) p`;
  await tx.$executeRaw`
    CREATE TEMP TABLE seed_captures ON COMMIT DROP AS
    SELECT a.*, k.no, k.amount AS taken, k.amount_left, k.at, pg_temp.sid(72, a.a * 10 + k.no, k.at) AS payment_id,
      'P' || to_char(k.at AT TIME ZONE 'Asia/Shanghai', 'YYYYMMDD') || '9' || lpad((a.a * 10 + k.no)::text, 9, '0') AS payment_no,
      CASE WHEN a.a IN (5, 15) THEN 500 ELSE 0 END AS refunded
    FROM seed_authorizations a CROSS JOIN LATERAL (
      SELECT 1 AS no, 5000::bigint AS amount, 7000::bigint AS amount_left, a.closed_at - interval '5 hours' AS at WHERE a.a % 10 = 4
      UNION ALL SELECT CASE a.a % 10 WHEN 4 THEN 2 ELSE 1 END, CASE a.a % 10 WHEN 4 THEN 4000 ELSE a.captured END, 0, a.closed_at) k
    WHERE a.state = 'CAPTURED'`;
  await tx.$executeRaw`
    INSERT INTO pg_temp.seed_card_flows
    SELECT tenant_id, card_id, payment_id, 'consumption', 'SPEND', -taken, payment_no, at, 2 FROM seed_captures
    UNION ALL
    SELECT tenant_id, card_id, pg_temp.sid(76, a, at + interval '1 hour'), 'consumption', 'REFUND', refunded, 'R' || substr(payment_no, 2),
      at + interval '1 hour', 3 FROM seed_captures WHERE refunded > 0`;
}

/** The authorizations with their captures: payments that their cards paid of their own. */
export async function writeCardPayments(tx: Prisma.TransactionClient): Promise<void> {
  const binding = idOf('binding/A/ALIPAY');
  await tx.$executeRaw`
    INSERT INTO card_authorizations (id, tenant_id, binding_id, reference, body_hash, card_id, amount, approved, captured, reversed, mcc,
      payee_merchant_id, state, response_code, available_after, expires_at, created_at, closed_at)
    SELECT id, tenant_id, ${binding}::uuid, 'DEMO-ASKED-' || lpad(a::text, 4, '0'), encode(sha256(convert_to('asked ' || a, 'UTF8')), 'hex'), card_id, amount,
      approved, captured, CASE state WHEN 'REVERSED' THEN approved ELSE 0 END, mcc, payee_id, state, CASE WHEN approved < amount THEN '10' ELSE '00' END,
      available, asked_at + interval '7 days', asked_at, closed_at
    FROM seed_authorizations`;
  await tx.$executeRaw`
    INSERT INTO card_reversals (tenant_id, authorization_id, reverse_no, asked, amount, left_after, created_at)
    SELECT tenant_id, id, 'DEMO-REVERSED-' || lpad(a::text, 4, '0'), NULL, approved, 0, closed_at FROM seed_authorizations WHERE state = 'REVERSED'`;
  await tx.$executeRaw`
    INSERT INTO consumption_records (id, tenant_id, merchant_id, company_id, employee_id, binding_id, card_id, card_last_four, funded_by, payee_merchant_id,
      brand_id, mcc, city, payment_no, type, state, amount, enterprise, personal, refunded, category, channel, invoice_state, paid_at, created_at)
    SELECT k.payment_id, k.tenant_id, k.merchant_id, k.company_id, k.employee_id, ${binding}::uuid, k.card_id, c.last_four, 'CARD', k.payee_id, k.brand_id,
      k.mcc, k.city, k.payment_no, 'CONSUME', CASE WHEN k.refunded > 0 THEN 'PARTLY_REFUNDED' ELSE 'SUCCESS' END, k.taken, k.taken, 0, k.refunded,
      CASE k.mcc WHEN '5812' THEN 'MEAL' ELSE 'PURCHASE' END, 'CARD', 'NOT_INVOICEABLE', k.at, k.at
    FROM seed_captures k JOIN cards c ON c.tenant_id = k.tenant_id AND c.id = k.card_id`;
  await tx.$executeRaw`
    INSERT INTO consumption_records (id, tenant_id, merchant_id, company_id, employee_id, binding_id, card_id, card_last_four, funded_by, payee_merchant_id,
      brand_id, mcc, city, payment_no, type, state, amount, enterprise, personal, category, channel, related_id, invoice_state, reason, paid_at, created_at,
      created_by)
    SELECT pg_temp.sid(76, k.a, k.at + interval '1 hour'), p.tenant_id, p.merchant_id, p.company_id, p.employee_id, p.binding_id, p.card_id,
      p.card_last_four, 'CARD', p.payee_merchant_id, p.brand_id, p.mcc, p.city, 'R' || substr(p.payment_no, 2), 'REFUND', 'SUCCESS', k.refunded, k.refunded,
      0, p.category, 'CARD', p.id, 'NOT_INVOICEABLE', '商品退货', k.at + interval '1 hour', k.at + interval '1 hour', '新运营'
    FROM seed_captures k JOIN consumption_records p ON p.tenant_id = k.tenant_id AND p.id = k.payment_id WHERE k.refunded > 0`;
  await tx.$executeRaw`
    INSERT INTO card_captures (tenant_id, authorization_id, capture_no, amount, is_final, left_after, consumption_id, created_at)
    SELECT tenant_id, id, 'DEMO-TAKEN-' || lpad((a * 10 + no)::text, 5, '0'), taken, amount_left = 0, amount_left, payment_id, at FROM seed_captures`;
  await tx.$executeRaw`
    INSERT INTO consumption_days AS d (tenant_id, day, merchant_id, record_count, consume_count, consume_amount, refund_count, refund_amount)
    SELECT tenant_id, (paid_at AT TIME ZONE 'Asia/Shanghai')::date, merchant_id, count(*), count(*) FILTER (WHERE type = 'CONSUME'),
      coalesce(sum(amount) FILTER (WHERE type = 'CONSUME'), 0), count(*) FILTER (WHERE type = 'REFUND'),
      coalesce(sum(amount) FILTER (WHERE type = 'REFUND'), 0)
    FROM consumption_records WHERE tenant_id = ${tenantId('A')}::uuid AND funded_by = 'CARD' GROUP BY 1, 2, 3
    ON CONFLICT (tenant_id, day, merchant_id) DO UPDATE SET record_count = d.record_count + excluded.record_count,
      consume_count = d.consume_count + excluded.consume_count, consume_amount = d.consume_amount + excluded.consume_amount,
      refund_count = d.refund_count + excluded.refund_count, refund_amount = d.refund_amount + excluded.refund_amount`;
  await writeDeclined(tx, binding);
}

/** What was declined, with every code that is kept: by the state of the card, by the payee, by limits and for want of money. */
async function writeDeclined(tx: Prisma.TransactionClient, binding: string): Promise<void> {
  const declined = [
    ...['PENDING', 'PENDING'].map((state) => ({ code: '78', state })),
    ...['LOST', 'LOST'].map((state) => ({ code: '41', state })),
    ...['FROZEN', 'FROZEN', 'FROZEN'].map((state) => ({ code: '62', state })),
    ...['EXPIRED', 'EXPIRED'].map((state) => ({ code: '54', state })),
    ...['REPLACED', 'CANCELLED'].map((state) => ({ code: '46', state })),
    ...['14', '05', '03', '57', '61', '65', '51'].map((code) => ({ code, state: 'ACTIVE' })),
  ].map((one, n) => ({ ...one, n: n + 1 }));
  await tx.$executeRaw`
    INSERT INTO card_authorizations (id, tenant_id, binding_id, reference, body_hash, card_id, amount, mcc, payee_merchant_id, state, response_code,
      available_after, created_at, closed_at)
    SELECT pg_temp.sid(70, 200 + d.n, made.at), c.tenant_id, ${binding}::uuid, 'DEMO-REFUSED-' || lpad(d.n::text, 4, '0'),
      encode(sha256(convert_to('refused ' || d.n, 'UTF8')), 'hex'), CASE WHEN d.code <> '14' THEN c.id END,
      CASE d.code WHEN '51' THEN c.balance - c.held + 1 WHEN '61' THEN 60000 ELSE 3500 + d.n * 100 END, CASE d.code WHEN '57' THEN '5813' ELSE '5812' END,
      CASE WHEN d.code <> '03' THEN p.id END, 'DECLINED', d.code, CASE WHEN d.code <> '14' THEN c.balance - c.held END, made.at, made.at
    FROM jsonb_to_recordset(${JSON.stringify(declined)}::jsonb) AS d(n int, code text, state text)
    CROSS JOIN LATERAL (
      SELECT c.* FROM cards c JOIN card_products p ON p.tenant_id = c.tenant_id AND p.id = c.product_id
      WHERE c.tenant_id = ${tenantId('A')}::uuid AND c.state = d.state AND (d.code NOT IN ('57', '61', '65') OR p.code = 'MEALCARD')
        AND c.employee_id IS DISTINCT FROM (SELECT employee_id FROM seed_demo_employee)
      ORDER BY c.card_no OFFSET d.n % 2 LIMIT 1) c
    CROSS JOIN LATERAL (
      SELECT m.id FROM merchants m WHERE m.tenant_id = c.tenant_id AND m.state = 'ACTIVE' AND m.mcc = '5812' ORDER BY m.id OFFSET d.n LIMIT 1) p
    CROSS JOIN seed_time t CROSS JOIN LATERAL (VALUES (t.midnight - interval '10 hours' + d.n * interval '7 minutes')) made(at)`;
}
