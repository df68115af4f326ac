import type { Prisma } from '../client/client.ts';
import { demoPerson } from './tenants.ts';

/** What a new card costs, in fen. */
const replacementFee = 1_000;
/** What somebody may replace in a day without another's word. */
const replacementDay = 100_000;

/** Adds the cards that replace others, and what moved as cards were replaced and redeemed. */
export async function prepareCardRequests(tx: Prisma.TransactionClient): Promise<void> {
  await tx.$executeRaw`
    CREATE TEMP TABLE seed_card_requests ON COMMIT DROP AS
    SELECT row_number() OVER (ORDER BY c.ended_at, c.n) AS n, pg_temp.sid(69, c.n, c.ended_at) AS id, c.id AS card_id, c.n AS card_n, c.card_no, c.tenant_id,
      c.company_id, c.merchant_id, c.ended_at AS at, CASE c.state WHEN 'CANCELLED' THEN 0 ELSE c.face END AS amount,
      CASE c.state WHEN 'REPLACED' THEN 'REPLACE' WHEN 'REDEEMED' THEN 'REDEEM' ELSE 'CANCEL' END AS kind,
      CASE c.state WHEN 'REPLACED' THEN ${replacementFee}::bigint ELSE 0 END AS fee
    FROM seed_cards c WHERE c.ended_at IS NOT NULL`;
  await tx.$executeRaw`
    INSERT INTO pg_temp.seed_cards (n, id, tenant_id, merchant_id, company_id, card_no, product_id, code, form, naming, months, face, state, employee_id,
      replaces_id, at)
    SELECT d.n, pg_temp.sid(61, d.n, d.ended_at), d.tenant_id, d.merchant_id, d.company_id, 'C' || lpad(d.n::text, 8, '0'), d.product_id, d.code, d.form,
      d.naming, d.months, d.face, 'PENDING', d.employee_id, d.id, d.ended_at
    FROM (SELECT c.id, c.tenant_id, c.merchant_id, c.company_id, c.product_id, c.code, c.form, c.naming, c.months, c.face, c.employee_id, c.ended_at,
        (SELECT count(*) FROM seed_cards) + row_number() OVER (ORDER BY c.n) AS n
      FROM seed_cards c WHERE c.state = 'REPLACED') d`;
  await tx.$executeRaw`
    INSERT INTO pg_temp.seed_card_flows
    SELECT r.tenant_id, leg.card_id, r.id, 'cardRequest', leg.kind, leg.delta, leg.remark, r.at, 9
    FROM seed_card_requests r LEFT JOIN seed_cards w ON w.replaces_id = r.card_id
    CROSS JOIN LATERAL (VALUES ('REPLACE', r.card_id, 'MOVE_OUT', -r.amount, w.card_no), ('REPLACE', w.id, 'MOVE_IN', r.amount, r.card_no),
      ('REDEEM', r.card_id, 'REDEEM', -r.amount, 'KS' || lpad(r.n::text, 8, '0'))) leg(of, card_id, kind, delta, remark)
    WHERE leg.of = r.kind`;
}

/** What was asked of cards and done: replaced within the maker's day, the others by a checker's word. */
export async function writeCardRequests(tx: Prisma.TransactionClient): Promise<void> {
  const [maker, checker] = [demoPerson('finance-maker'), demoPerson('finance-checker')];
  await tx.$executeRaw`
    INSERT INTO approvals (id, tenant_id, subject_type, subject_id, about_id, subject_label, merchant_id, amount, state, maker_id, maker_name, maker_ids, reason,
      checker_id, checker_name, decided_at, created_at)
    SELECT pg_temp.sid(73, n, at), tenant_id, CASE kind WHEN 'REDEEM' THEN 'cardRedemption' ELSE 'cardCancellation' END, id, card_id,
      'KS' || lpad(n::text, 8, '0') || ' ' || card_no, merchant_id, amount, 'APPROVED', ${maker.id}::uuid, ${maker.name}, ARRAY[${maker.id}::uuid],
      CASE kind WHEN 'REDEEM' THEN '员工离岗，余额退回企业' ELSE '印制残损' END, ${checker.id}::uuid, ${checker.name}, at, at - interval '2 minutes'
    FROM seed_card_requests WHERE kind <> 'REPLACE'`;
  await tx.$executeRaw`
    INSERT INTO approval_events (id, tenant_id, approval_id, action, actor_id, actor_name, created_at)
    SELECT pg_temp.sid(74, n, at), tenant_id, pg_temp.sid(73, n, at), 'APPROVE', ${checker.id}::uuid, ${checker.name}, at
    FROM seed_card_requests WHERE kind <> 'REPLACE'`;
  await tx.$executeRaw`
    WITH acted AS (
      INSERT INTO money_acts (id, tenant_id, kind, maker_id, day, amount, count, subject_id, within_amount)
      SELECT pg_temp.sid(75, n, at), tenant_id, 'cardReplacement', ${maker.id}::uuid, (at AT TIME ZONE 'Asia/Shanghai')::date, amount + fee, 1, id,
        ${replacementDay}::bigint
      FROM seed_card_requests WHERE kind = 'REPLACE'
      RETURNING tenant_id, kind, maker_id, day, amount, count)
    INSERT INTO maker_days (tenant_id, kind, maker_id, day, amount, count, alone_amount, alone_count, allowed_amount)
    SELECT tenant_id, kind, maker_id, day, amount, count, amount, count, ${replacementDay}::bigint FROM acted`;
  await tx.$executeRaw`
    INSERT INTO card_requests (id, tenant_id, request_no, kind, card_id, company_id, amount, fee, reason, approval_id, created_at, created_by, updated_at,
      updated_by)
    SELECT id, tenant_id, 'KS' || lpad(n::text, 8, '0'), kind, card_id, company_id, amount, fee,
      CASE kind WHEN 'REPLACE' THEN '遗失补办' WHEN 'REDEEM' THEN '员工离岗，余额退回企业' ELSE '印制残损' END,
      CASE WHEN kind <> 'REPLACE' THEN pg_temp.sid(73, n, at) END, at - interval '2 minutes', ${maker.name}, at - interval '2 minutes', ${maker.name}
    FROM seed_card_requests`;
  await tx.$executeRaw`
    UPDATE card_requests r SET state = 'DONE', done_at = s.at, version = 2, updated_at = s.at
    FROM seed_card_requests s WHERE r.tenant_id = s.tenant_id AND r.id = s.id`;
  await tx.$executeRaw`
    INSERT INTO tenant_counters (tenant_id, kind, value) SELECT tenant_id, 'KS', max(n) FROM seed_card_requests GROUP BY 1`;
}
