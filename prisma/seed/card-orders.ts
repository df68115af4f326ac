import { parcelFee } from '@xyxlx/contracts/card-order';
import type { Prisma } from '../client/client.ts';
import { bulkOrder, cardOrderTerms, type OrderTerms } from './card-order-terms.ts';
import { idOf } from './random.ts';
import { companyId, demoPerson } from './tenants.ts';

/** Orders for anonymous cards of this much are sold to a company that is known. */
const isAnonymous = ({ lines }: OrderTerms) => lines.some(([code]) => code.startsWith('GIFT'));

/**
 * Begins the tables of the orders of cards with their lines, and adds the cards that were made for them: what was paid when, and how far each
 * came. Most are of units that have files of cards, too.
 */
export async function prepareCardOrders(tx: Prisma.TransactionClient, bulkOrders: number): Promise<void> {
  const terms = [...cardOrderTerms, ...Array.from({ length: bulkOrders }, (_, nth) => bulkOrder(nth))];
  const told = terms.map((one, n) => ({ ...one, n: n + 1, head: isAnonymous(one) }));
  const [maker, employee] = [demoPerson('finance-maker'), demoPerson('employee')];
  await tx.$executeRaw`
    CREATE TEMP TABLE seed_orders ON COMMIT DROP AS
    WITH units AS (
      SELECT f.*, u.is_head, row_number() OVER (PARTITION BY u.is_head ORDER BY f.k) AS nth, count(*) OVER (PARTITION BY u.is_head) AS peers,
        count(*) OVER () AS files
      FROM seed_card_files f CROSS JOIN LATERAL (SELECT f.company_id = ${companyId('A', 0)}::uuid AS is_head) u),
    told AS (
      SELECT o.*, o.own IS TRUE AS is_own, t.midnight - o.days * interval '1 day' + interval '9 hours' + o.n * interval '3 minutes' AS made_at
      FROM jsonb_to_recordset(${JSON.stringify(told)}::jsonb) AS o(n int, state text, pay text, days int, own boolean, head boolean, ending text,
        made int, back jsonb, lines jsonb) CROSS JOIN seed_time t),
    paid AS (
      SELECT *, CASE WHEN state = 'SUBMITTED' THEN NULL WHEN ending = 'WITHDRAWN' THEN made_at + interval '1 hour' ELSE made_at + interval '2 hours' END
          AS decided_at,
        CASE WHEN state IN ('PAID', 'MAKING', 'TO_SHIP', 'SHIPPED', 'DONE') THEN made_at + interval '27 hours' END AS paid_at,
        EXISTS (SELECT FROM jsonb_array_elements(lines) l JOIN card_products p ON p.code = l ->> 0 AND p.form = 'PHYSICAL') AS is_sent
      FROM told),
    made AS (
      SELECT *, CASE WHEN state <> 'PAID' THEN paid_at + interval '1 hour' END AS making_at,
        CASE WHEN state IN ('TO_SHIP', 'SHIPPED', 'DONE') THEN paid_at + interval '64 minutes' END AS ready_at,
        CASE ending WHEN 'DUE' THEN decided_at + interval '7 days 1 minute' WHEN 'GIVEN_UP' THEN decided_at + interval '1 day' END AS ended_at
      FROM paid),
    sent AS (
      SELECT *, CASE WHEN is_sent AND state IN ('SHIPPED', 'DONE') THEN ready_at + interval '1 day' END AS shipped_at,
        CASE WHEN is_sent AND state = 'DONE' THEN ready_at + interval '4 days' END AS received_at
      FROM made)
    SELECT s.*, pg_temp.sid(64, s.n, s.made_at) AS id, 'KD' || lpad(s.n::text, 8, '0') AS order_no, u.tenant_id, u.merchant_id, u.company_id,
      CASE WHEN s.is_own THEN ${employee.id}::uuid ELSE ${maker.id}::uuid END AS by_id,
      CASE WHEN s.is_own THEN ${employee.name} ELSE ${maker.name} END AS by,
      CASE WHEN s.state = 'DONE' THEN coalesce(s.received_at, s.ready_at) END AS there_at
    FROM sent s CROSS JOIN LATERAL (
      SELECT u.* FROM units u WHERE CASE WHEN s.is_own THEN u.merchant_id = (SELECT merchant_id FROM seed_demo_employee)
        WHEN s.head THEN u.is_head AND u.nth = 1 + s.n % u.peers ELSE u.k = 1 + s.n % u.files END LIMIT 1) u`;
  await tx.$executeRaw`
    CREATE TEMP TABLE seed_order_lines ON COMMIT DROP AS
    SELECT pg_temp.sid(65, o.n * 100 + l.no, o.made_at) AS id, o.id AS order_id, o.n AS order_of, o.tenant_id, l.no::int AS line_no, p.id AS product_id,
      p.form, p.naming, p.months, p.making_fee, (l.terms ->> 1)::bigint AS face, (l.terms ->> 2)::int AS quantity
    FROM seed_orders o CROSS JOIN LATERAL jsonb_array_elements(o.lines) WITH ORDINALITY l(terms, no)
    JOIN card_products p ON p.tenant_id = o.tenant_id AND p.code = l.terms ->> 0`;
  await tx.$executeRaw`
    ALTER TABLE pg_temp.seed_orders ADD quantity int, ADD amount bigint, ADD making bigint, ADD parcel bigint, ADD payable bigint`;
  await tx.$executeRaw`
    UPDATE pg_temp.seed_orders o SET quantity = l.quantity, amount = l.amount, making = l.making, parcel = CASE WHEN o.is_sent THEN ${parcelFee}::bigint ELSE 0 END,
      payable = l.amount + l.making + CASE WHEN o.is_sent THEN ${parcelFee}::bigint ELSE 0 END
    FROM (SELECT order_id, sum(quantity) AS quantity, sum(face * quantity) AS amount, sum(making_fee * quantity) AS making
      FROM seed_order_lines GROUP BY 1) l WHERE l.order_id = o.id`;
  await addOrderedCards(tx);
}

/** Those of named products have holders once they are there; what was sent or loaded hangs on how far their order came. */
async function addOrderedCards(tx: Prisma.TransactionClient): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO pg_temp.seed_cards (n, id, tenant_id, merchant_id, company_id, card_no, product_id, code, form, naming, months, face, state, employee_id,
      line_id, order_n, at, given_at, activated_at, changed_at)
    WITH made AS (
      SELECT l.*, o.state AS order_state, o.n AS of, o.merchant_id, o.company_id, o.making_at, o.shipped_at, o.there_at, i,
        (SELECT count(*) FROM seed_cards) + row_number() OVER (ORDER BY o.n, l.line_no, i) AS card
      FROM seed_orders o JOIN seed_order_lines l ON l.order_id = o.id
      CROSS JOIN LATERAL generate_series(1, CASE o.state WHEN 'MAKING' THEN o.made ELSE l.quantity END) i
      WHERE o.making_at IS NOT NULL),
    told AS (
      SELECT m.*, e.id AS holder, pg_temp.rnd(card, 66) AS luck, m.making_at + interval '1 minute' AS at,
        CASE WHEN m.naming = 'ANONYMOUS' THEN m.shipped_at + interval '5 minutes' WHEN e.id IS NOT NULL THEN m.there_at + interval '1 hour' END AS given_at
      FROM made m LEFT JOIN LATERAL (
        SELECT w.id FROM employees w WHERE m.naming = 'NAMED' AND m.order_state = 'DONE' AND w.tenant_id = m.tenant_id AND w.merchant_id = m.merchant_id
          AND w.state = 'ACTIVE' AND w.id <> (SELECT employee_id FROM seed_demo_employee) ORDER BY w.id OFFSET (i - 1) % 6 LIMIT 1) e ON TRUE),
    stated AS (
      SELECT *, CASE WHEN given_at IS NULL THEN 'STOCK' WHEN there_at IS NULL OR luck < 0.2 THEN 'PENDING' WHEN luck < 0.9 THEN 'ACTIVE' ELSE 'FROZEN' END
        AS state FROM told)
    SELECT card, pg_temp.sid(61, card, at), tenant_id, merchant_id, company_id, 'C' || lpad(card::text, 8, '0'), product_id, '', form, naming, months,
      face, state, holder, id, i, at, given_at,
      CASE WHEN state IN ('ACTIVE', 'FROZEN') THEN there_at + (1 + card % 4) * interval '1 day' + (card % 500) * interval '1 minute' END,
      CASE state WHEN 'FROZEN' THEN t.midnight - (2 + card % 9) * interval '1 day' + (card % 500) * interval '1 minute' + interval '9 hours' END
    FROM stated CROSS JOIN seed_time t`;
}

/** The orders with who decided on them, up to where their cards are made. */
export async function writeCardOrders(tx: Prisma.TransactionClient): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO card_orders (id, tenant_id, order_no, merchant_id, company_id, quantity, amount, parcel_fee, fee, payable, pay_method, address,
      invoice_title, created_at, created_by, created_by_id, updated_at, updated_by)
    SELECT id, tenant_id, order_no, merchant_id, company_id, quantity, amount, parcel, making + parcel, payable, pay,
      CASE WHEN is_sent THEN '上海市浦东新区示例路 ' || n || ' 号 行政部' END, (SELECT name FROM companies c WHERE c.tenant_id = o.tenant_id AND c.id = o.company_id),
      made_at, by, by_id, made_at, by
    FROM seed_orders o`;
  await tx.$executeRaw`
    INSERT INTO card_order_lines (id, tenant_id, order_id, line_no, product_id, form, naming, months, face_amount, quantity, making_fee)
    SELECT id, tenant_id, order_id, line_no, product_id, form, naming, months, face, quantity, making_fee FROM seed_order_lines`;
  await tx.$executeRaw`
    INSERT INTO tenant_counters (tenant_id, kind, value) SELECT tenant_id, 'KD', max(n) FROM seed_orders GROUP BY 1`;
  await writeDecisions(tx);
  await tx.$executeRaw`
    CREATE TEMP TABLE seed_order_steps ON COMMIT DROP AS
    SELECT o.tenant_id, o.id, step.*, 1 + row_number() OVER (PARTITION BY o.id ORDER BY step.at, step.nth) AS seq
    FROM seed_orders o LEFT JOIN seed_order_refunds r ON r.order_id = o.id CROSS JOIN LATERAL (VALUES
      (1, 'SUBMITTED', CASE WHEN o.state = 'REJECTED' THEN 'REJECTED' WHEN o.ending = 'WITHDRAWN' THEN 'CANCELLED' ELSE 'TO_PAY' END, o.decided_at),
      (2, 'TO_PAY', 'CANCELLED', o.ended_at), (3, 'TO_PAY', 'PAID', o.paid_at), (4, 'PAID', 'MAKING', o.making_at),
      (5, 'MAKING', CASE WHEN o.is_sent THEN 'TO_SHIP' ELSE 'DONE' END, o.ready_at), (6, 'TO_SHIP', 'SHIPPED', o.shipped_at),
      (7, 'SHIPPED', 'DONE', o.received_at), (8, r.found_in, 'REFUNDING', r.at),
      (9, 'REFUNDING', CASE WHEN r.state = 'DONE' AND r.is_whole THEN 'REFUNDED' ELSE r.found_in END, r.decided_at)) step(nth, came_from, came_to, at)
    WHERE step.at IS NOT NULL`;
}

async function writeDecisions(tx: Prisma.TransactionClient): Promise<void> {
  const checker = demoPerson('finance-checker');
  await tx.$executeRaw`
    INSERT INTO approvals (id, tenant_id, subject_type, subject_id, subject_label, merchant_id, amount, state, maker_id, maker_name, maker_ids,
      checker_id, checker_name, decision_reason, decided_at, created_at)
    SELECT pg_temp.sid(66, n, made_at), tenant_id, 'cardOrder', id, order_no, merchant_id, payable, d.state, by_id, by, ARRAY[by_id],
      CASE WHEN d.state IN ('APPROVED', 'REJECTED') THEN ${checker.id}::uuid END, CASE WHEN d.state IN ('APPROVED', 'REJECTED') THEN ${checker.name} END,
      CASE d.state WHEN 'REJECTED' THEN '数量超出本季度预算' END, decided_at, made_at
    FROM seed_orders o CROSS JOIN LATERAL (SELECT CASE WHEN o.state = 'SUBMITTED' THEN 'PENDING' WHEN o.state = 'REJECTED' THEN 'REJECTED'
      WHEN o.ending = 'WITHDRAWN' THEN 'WITHDRAWN' ELSE 'APPROVED' END AS state) d`;
  await tx.$executeRaw`
    INSERT INTO approval_events (id, tenant_id, approval_id, action, actor_id, actor_name, created_at)
    SELECT pg_temp.sid(67, n, decided_at), tenant_id, pg_temp.sid(66, n, made_at),
      CASE WHEN state = 'REJECTED' THEN 'REJECT' WHEN ending = 'WITHDRAWN' THEN 'WITHDRAW' ELSE 'APPROVE' END,
      CASE WHEN ending = 'WITHDRAWN' THEN by_id ELSE ${checker.id}::uuid END, CASE WHEN ending = 'WITHDRAWN' THEN by ELSE ${checker.name} END, decided_at
    FROM seed_orders WHERE decided_at IS NOT NULL`;
}

/** What each order was paid with; what came for it by transfer or channel is there already. */
export async function payCardOrders(tx: Prisma.TransactionClient): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO card_order_payments (id, tenant_id, order_id, method, amount, paid_at, created_by, top_up_id, external_no, platform_account_id)
    SELECT pg_temp.sid(68, o.n, o.paid_at), o.tenant_id, o.id, o.pay, o.payable, o.paid_at, o.by, t.id, coalesce(t.flow_no, t.bank_no), t.account_id
    FROM seed_orders o LEFT JOIN seed_top_ups t ON t.order_id = o.id AND t.state = 'SUCCESS' WHERE o.paid_at IS NOT NULL`;
}

/** The steps of an order, up to what has to be there for the next ones: the decision, the payment, its cards. */
const parts = { asked: [1, 2], paid: [3, 4], made: [5, 6, 7] };

/** The steps of orders until somebody pays them, until their cards are being made, or those after that. */
export async function stepCardOrders(tx: Prisma.TransactionClient, part: keyof typeof parts): Promise<void> {
  const jobId = idOf('card-order/making');
  for (const nth of parts[part]) {
    await tx.$executeRaw`
      UPDATE card_orders c SET state = s.came_to, version = c.version + 1, updated_at = s.at, updated_by = o.by,
        closes_at = CASE WHEN s.came_to = 'TO_PAY' THEN s.at + interval '7 days' ELSE c.closes_at END,
        paid = CASE s.came_to WHEN 'PAID' THEN c.payable ELSE c.paid END,
        job_id = CASE WHEN o.state = 'MAKING' AND s.came_to = 'MAKING' THEN ${jobId}::uuid ELSE c.job_id END,
        earned_at = CASE WHEN s.came_to = 'SHIPPED' OR s.came_from = 'MAKING' AND s.came_to = 'DONE' THEN s.at ELSE c.earned_at END,
        carrier = CASE s.came_to WHEN 'SHIPPED' THEN '顺丰速运' ELSE c.carrier END,
        tracking_no = CASE s.came_to WHEN 'SHIPPED' THEN 'SF' || lpad((o.n * 7919)::text, 13, '0') ELSE c.tracking_no END,
        shipped_at = CASE s.came_to WHEN 'SHIPPED' THEN s.at ELSE c.shipped_at END,
        received_at = CASE WHEN s.came_from = 'SHIPPED' THEN s.at ELSE c.received_at END
      FROM seed_order_steps s JOIN seed_orders o ON o.id = s.id WHERE s.nth = ${nth}::int AND c.tenant_id = s.tenant_id AND c.id = s.id`;
  }
  if (part === 'paid') await writeMakingJob(tx, jobId);
}

/** The way of each order; where the database writes it itself as the state changes it is there. */
export async function writeOrderEvents(tx: Prisma.TransactionClient): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO card_order_events (tenant_id, order_id, seq, from_state, to_state, created_at, created_by)
    SELECT tenant_id, id, 1, NULL, 'SUBMITTED', made_at, by FROM seed_orders
    UNION ALL
    SELECT s.tenant_id, s.id, s.seq, s.came_from, s.came_to, s.at, o.by FROM seed_order_steps s JOIN seed_orders o ON o.id = s.id
    ON CONFLICT DO NOTHING`;
}

/** Whose making was broken off: the service takes it up again when it starts. */
async function writeMakingJob(tx: Prisma.TransactionClient, id: string): Promise<void> {
  const { id: by, name } = demoPerson('finance-maker');
  await tx.$executeRaw`
    INSERT INTO jobs (id, tenant_id, kind, state, permission, total, done, message, payload, origin, created_at, created_by_id, created_by, updated_at,
      started_at, finished_at)
    SELECT ${id}::uuid, tenant_id, 'cardMake', 'FAILED', 'order.ship', quantity, made, '{"zh": "制卡中断", "en": "The making was broken off"}',
      jsonb_build_object('tenantId', tenant_id, 'orderId', id), '{}', making_at, ${by}::uuid, ${name}, making_at, making_at, making_at + interval '1 minute'
    FROM seed_orders WHERE state = 'MAKING'`;
}
