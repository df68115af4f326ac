import type { Prisma } from '../client/client.ts';
import { idOf } from './random.ts';
import { companyId, demoPerson, tenantId } from './tenants.ts';
import { channelTopUps, transferTopUps } from './top-up-terms.ts';

/** The code of a tenant's nth transfer, as the application makes them. */
export type TransferCode = (nth: number) => string;

/** What a channel takes, in basis points. */
const channelFee = 60;

/**
 * Begins the table of what came by channels and transfers, or is waited for: what pays orders of cards, what tops up companies and cards. Adds
 * what it put on cards. A seed without cards has none of it.
 */
export async function prepareTopUps(tx: Prisma.TransactionClient, codeOf: TransferCode): Promise<void> {
  const maker = demoPerson('finance-maker');
  const byChannel = channelTopUps.map((one, n) => ({ ...one, n: n + 1 }));
  const byTransfer = transferTopUps.map((one, n) => ({
    ...one,
    n: n + 1,
    code: one.coded ? codeOf(n + 1) : null,
  }));
  await tx.$executeRaw`
    CREATE TEMP TABLE seed_top_ups ON COMMIT DROP AS
    WITH ordered AS (
      SELECT o.*, CASE WHEN o.paid_at IS NOT NULL OR o.ending = 'GIVEN_UP' THEN 'SUCCESS' ELSE 'WAITING' END AS came, o.ending IS NOT NULL AS is_late,
        CASE WHEN o.paid_at IS NOT NULL THEN o.paid_at WHEN o.ending = 'GIVEN_UP' THEN o.ended_at + interval '30 minutes' END AS came_at
      FROM seed_orders o WHERE o.pay <> 'FUND' AND (o.paid_at IS NOT NULL OR o.ending = 'GIVEN_UP' OR o.pay = 'CHANNEL')),
    toppable AS (
      SELECT c.*, row_number() OVER (ORDER BY md5(c.n::text) DESC) AS nth FROM seed_cards c CROSS JOIN seed_time t
      WHERE c.state = 'ACTIVE' AND c.naming = 'NAMED' AND c.face <= 300000 AND c.activated_at < t.midnight - interval '12 days'
        AND c.id NOT IN (SELECT card_id FROM seed_authorizations))
    SELECT 'ORDER' AS target, o.tenant_id, o.company_id, NULL::uuid AS card_id, o.id AS order_id, o.payable AS amount, 0::bigint AS fee,
      CASE o.pay WHEN 'TRANSFER' THEN 'TRANSFER' ELSE 'ALIPAY' END AS channel, o.came AS state, o.is_late AS late, NULL::bigint AS told, NULL::text AS code,
      CASE WHEN o.came = 'WAITING' THEN t.now - interval '20 minutes' ELSE o.came_at - interval '1 hour' END AS at, o.came_at AS done_at,
      CASE WHEN o.pay = 'CHANNEL' THEN CASE WHEN o.came = 'WAITING' THEN t.now - interval '20 minutes' ELSE o.came_at - interval '1 hour' END
        + interval '2 hours' END AS closes_at, o.by AS by, o.by_id, o.order_no AS remark, 1000 + o.n AS place, o.pay = 'TRANSFER' AS has_line, NULL::int AS line_of,
      NULL::jsonb AS back
    FROM ordered o CROSS JOIN seed_time t
    UNION ALL
    SELECT CASE WHEN g.card IS NULL THEN 'COMPANY' ELSE 'CARD' END, ${tenantId('A')}::uuid, coalesce(c.company_id, ${companyId('A', 0)}::uuid), c.id, NULL,
      g.amount, (g.amount * ${channelFee}::bigint + 5000) / 10000, 'ALIPAY', g.state, g.late IS TRUE, g.told, NULL, made.at,
      CASE WHEN g.state = 'SUCCESS' THEN made.at + CASE WHEN g.late THEN interval '4 hours' ELSE interval '6 minutes' END END, made.at + interval '2 hours',
      ${maker.name}, ${maker.id}::uuid, g.remark, g.n, false, NULL, g.back
    FROM jsonb_to_recordset(${JSON.stringify(byChannel)}::jsonb) AS g(n int, card int, amount bigint, state text, late boolean, told bigint, days int,
      back jsonb, remark text)
    CROSS JOIN seed_time t LEFT JOIN toppable c ON c.nth = g.card
    CROSS JOIN LATERAL (VALUES (CASE g.days WHEN 0 THEN t.now - g.n * interval '2 minutes'
      ELSE t.midnight - g.days * interval '1 day' + interval '13 hours' + g.n * interval '5 minutes' END)) made(at)
    WHERE EXISTS (SELECT FROM seed_card_files)
    UNION ALL
    SELECT 'COMPANY', ${tenantId('A')}::uuid, ${companyId('A', 1)}::uuid, NULL, NULL, g.amount, 0, 'TRANSFER', g.state, false, NULL, g.code, made.at,
      CASE WHEN g.state IN ('SUCCESS', 'REJECTED', 'WITHDRAWN') THEN made.at + interval '2 hours' END,
      CASE WHEN g.code IS NOT NULL THEN made.at + interval '30 days' END, ${maker.name}, ${maker.id}::uuid, g.remark, 100 + g.n, g.line IS NOT NULL, g.line, g.back
    FROM jsonb_to_recordset(${JSON.stringify(byTransfer)}::jsonb) AS g(n int, amount bigint, state text, code text, days int, line int, back jsonb,
      remark text)
    CROSS JOIN seed_time t
    CROSS JOIN LATERAL (VALUES (t.midnight - g.days * interval '1 day' + interval '13 hours' + g.n * interval '5 minutes')) made(at)
    WHERE EXISTS (SELECT FROM seed_card_files)`;
  await tx.$executeRaw`
    ALTER TABLE pg_temp.seed_top_ups ADD id uuid, ADD no text, ADD flow_no text, ADD line_id uuid, ADD bank_no text, ADD account_id uuid, ADD line_at timestamptz`;
  // One line may have been claimed more than once.
  await tx.$executeRaw`
    UPDATE pg_temp.seed_top_ups s SET id = pg_temp.sid(77, g.nth, s.at), no = 'CZ' || lpad(g.nth::text, 8, '0'),
      flow_no = CASE WHEN s.channel <> 'TRANSFER' AND s.state = 'SUCCESS' THEN '2088' || to_char(s.at, 'YYYYMMDD') || lpad(g.nth::text, 10, '0') END,
      line_at = CASE WHEN s.has_line THEN g.line_at END, line_id = CASE WHEN s.has_line THEN pg_temp.sid(40, 100 + g.line, g.line_at) END,
      bank_no = CASE WHEN s.has_line THEN 'ICBC' || to_char(g.line_at AT TIME ZONE 'Asia/Shanghai', 'YYYYMMDD') || lpad((100 + g.line)::text, 4, '0') END,
      account_id = CASE WHEN s.has_line THEN ${idOf('platformAccount/A/0')}::uuid END
    FROM (SELECT place, row_number() OVER (ORDER BY at, place) AS nth, coalesce(line_of, place) AS line,
        min(at) OVER (PARTITION BY coalesce(line_of, place)) + CASE WHEN code IS NULL THEN interval '-3 hours' ELSE interval '30 minutes' END AS line_at FROM seed_top_ups) g WHERE g.place = s.place`;
  await tx.$executeRaw`
    INSERT INTO pg_temp.seed_card_flows
    SELECT s.tenant_id, s.card_id, s.id, 'topUp', leg.kind, leg.delta, s.no, s.done_at, leg.nth
    FROM seed_top_ups s CROSS JOIN LATERAL (VALUES ('TOP_UP', s.amount, 4), ('FEE', -s.fee, 5)) leg(kind, delta, nth)
    WHERE s.card_id IS NOT NULL AND s.state = 'SUCCESS'`;
}

/** The lines of the bank, the top-ups and who decided on the claims among them. */
export async function writeTopUps(tx: Prisma.TransactionClient): Promise<void> {
  const binding = idOf('binding/A/ALIPAY');
  await tx.$executeRaw`
    INSERT INTO statement_lines (id, tenant_id, account_id, bank_no, direction, amount, balance_after, at, payer, summary, state, created_at, created_by,
      updated_at, updated_by)
    SELECT l.line_id, l.tenant_id, l.account_id, l.bank_no, 'IN', l.amount, sum(l.amount) OVER (ORDER BY l.line_at, l.line_id), l.line_at, c.name,
      coalesce(l.code, '购卡款'), CASE l.state WHEN 'SUBMITTED' THEN 'CLAIMED' ELSE 'MATCHED' END, l.line_at + interval '2 hours', l.by,
      l.line_at + interval '2 hours', l.by
    FROM seed_top_ups l JOIN companies c ON c.tenant_id = l.tenant_id AND c.id = l.company_id
    WHERE l.line_id IS NOT NULL AND l.state IN ('SUCCESS', 'SUBMITTED')`;
  await tx.$executeRaw`
    INSERT INTO top_ups (id, tenant_id, top_up_no, target, company_id, card_id, order_id, amount, fee, received, channel, binding_id, channel_flow_no,
      transfer_code, statement_line_id, late, told_amount, closes_at, remark, state, created_at, created_by, created_by_id, updated_at, updated_by)
    SELECT id, tenant_id, no, target, company_id, card_id, order_id, amount, fee, amount - fee, channel, CASE channel WHEN 'ALIPAY' THEN ${binding}::uuid END,
      flow_no, code, line_id, late, told, closes_at, remark, state, at, by, by_id, coalesce(done_at, at), by
    FROM seed_top_ups`;
  await tx.$executeRaw`
    INSERT INTO tenant_counters (tenant_id, kind, value)
    SELECT tenant_id, 'CZ', count(*) FROM seed_top_ups GROUP BY 1 UNION ALL SELECT tenant_id, 'transferCode', count(*) FROM seed_top_ups WHERE place BETWEEN 101 AND 999 GROUP BY 1`;
  await writeClaims(tx);
}

async function writeClaims(tx: Prisma.TransactionClient): Promise<void> {
  const [maker, checker] = [demoPerson('finance-maker'), demoPerson('finance-checker')];
  await tx.$executeRaw`
    INSERT INTO approvals (id, tenant_id, subject_type, subject_id, subject_label, company_id, amount, state, maker_id, maker_name, maker_ids,
      checker_id, checker_name, decision_reason, decided_at, created_at)
    SELECT pg_temp.sid(78, s.place, s.at), s.tenant_id, 'topUpClaim', s.line_id, s.no || ' ' || c.name, s.company_id, s.amount, d.state, ${maker.id}::uuid,
      ${maker.name}, ARRAY[${maker.id}::uuid], CASE WHEN d.state IN ('APPROVED', 'REJECTED') THEN ${checker.id}::uuid END,
      CASE WHEN d.state IN ('APPROVED', 'REJECTED') THEN ${checker.name} END, CASE d.state WHEN 'REJECTED' THEN '付款方不符，请核对' END, s.done_at,
      CASE WHEN s.code IS NULL THEN s.at ELSE s.at + interval '1 hour' END
    FROM seed_top_ups s JOIN companies c ON c.tenant_id = s.tenant_id AND c.id = s.company_id
    CROSS JOIN LATERAL (SELECT CASE s.state WHEN 'SUCCESS' THEN 'APPROVED' WHEN 'SUBMITTED' THEN 'PENDING' ELSE s.state END AS state) d
    WHERE s.line_id IS NOT NULL`;
  await tx.$executeRaw`
    INSERT INTO approval_events (id, tenant_id, approval_id, action, actor_id, actor_name, created_at)
    SELECT pg_temp.sid(79, place, done_at), tenant_id, pg_temp.sid(78, place, at),
      CASE state WHEN 'SUCCESS' THEN 'APPROVE' WHEN 'REJECTED' THEN 'REJECT' ELSE 'WITHDRAW' END,
      CASE state WHEN 'WITHDRAWN' THEN ${maker.id}::uuid ELSE ${checker.id}::uuid END, CASE state WHEN 'WITHDRAWN' THEN ${maker.name} ELSE ${checker.name} END,
      done_at
    FROM seed_top_ups WHERE line_id IS NOT NULL AND done_at IS NOT NULL`;
  await tx.$executeRaw`
    WITH acted AS (
      INSERT INTO money_acts (id, tenant_id, kind, maker_id, day, amount, count, subject_id, approval_id)
      SELECT pg_temp.sid(80, place, done_at), tenant_id, 'topUpClaim', ${maker.id}::uuid, (done_at AT TIME ZONE 'Asia/Shanghai')::date, amount, 1, line_id,
        pg_temp.sid(78, place, at)
      FROM seed_top_ups WHERE line_id IS NOT NULL AND state = 'SUCCESS'
      RETURNING tenant_id, kind, maker_id, day, amount, count)
    INSERT INTO maker_days (tenant_id, kind, maker_id, day, amount, count) SELECT tenant_id, kind, maker_id, day, sum(amount), sum(count) FROM acted GROUP BY 1, 2, 3, 4`;
}
