import type { Prisma } from '../client/client.ts';
import { demoPerson } from './tenants.ts';

/** Begins the table of what was asked to be taken back of top-ups of companies: 冲正 of a transfer, 退款 of what came by a channel. */
export async function prepareReversals(tx: Prisma.TransactionClient): Promise<void> {
  await tx.$executeRaw`
    CREATE TEMP TABLE seed_reversals ON COMMIT DROP AS
    SELECT r.*, pg_temp.sid(86, r.n, r.at) AS id, 'CT' || lpad(r.n::text, 8, '0') AS reversal_no,
      CASE WHEN r.state <> 'SUBMITTED' THEN r.at + interval '2 hours' END AS decided_at
    FROM (
      SELECT row_number() OVER (ORDER BY s.done_at + back.days * interval '1 day', s.place) AS n, s.id AS top_up_id, s.no AS top_up_no, s.tenant_id,
        s.company_id, s.amount, s.amount - s.fee AS received, s.channel, s.line_id, s.bank_no, s.account_id, back.kind, back.state, back.reason,
        s.done_at + back.days * interval '1 day' AS at
      FROM seed_top_ups s CROSS JOIN LATERAL jsonb_to_record(s.back) AS back(kind text, state text, days int, reason text)
      WHERE s.back IS NOT NULL) r`;
}

/** What was asked to be taken back, who decided, and what became of the top-ups, their lines and the money at the channel. */
export async function writeReversals(tx: Prisma.TransactionClient): Promise<void> {
  const { name: by } = demoPerson('finance-maker');
  await tx.$executeRaw`
    INSERT INTO top_up_reversals (id, tenant_id, reversal_no, top_up_id, kind, amount, reason, created_at, created_by, updated_at, updated_by)
    SELECT id, tenant_id, reversal_no, top_up_id, kind, received, reason, at, ${by}, at, ${by} FROM seed_reversals`;
  await tx.$executeRaw`
    INSERT INTO tenant_counters (tenant_id, kind, value) SELECT tenant_id, 'CT', max(n) FROM seed_reversals GROUP BY 1`;
  await writeDecisions(tx);
  await tx.$executeRaw`
    UPDATE top_up_reversals c SET state = r.state, approval_id = pg_temp.sid(87, r.n, r.at), version = 2, updated_at = coalesce(r.decided_at, r.at),
      done_at = CASE r.state WHEN 'DONE' THEN r.decided_at END
    FROM seed_reversals r WHERE c.tenant_id = r.tenant_id AND c.id = r.id`;
  await tx.$executeRaw`
    UPDATE top_ups c SET state = CASE r.kind WHEN 'REVERSE' THEN 'REVERSED' ELSE 'REFUNDED' END, version = c.version + 1, updated_at = r.decided_at,
      updated_by = ${by}
    FROM seed_reversals r WHERE r.state = 'DONE' AND c.tenant_id = r.tenant_id AND c.id = r.top_up_id`;
  await tx.$executeRaw`
    UPDATE statement_lines c SET state = 'UNCLAIMED', version = c.version + 1, updated_at = r.decided_at, updated_by = ${by}
    FROM seed_reversals r WHERE r.state = 'DONE' AND r.kind = 'REVERSE' AND c.tenant_id = r.tenant_id AND c.id = r.line_id`;
  await tx.$executeRaw`
    INSERT INTO channel_refunds (id, tenant_id, refund_no, top_up_id, reversal_id, amount, reason, due_at, created_at, created_by, updated_at, updated_by)
    SELECT pg_temp.sid(89, n, decided_at), tenant_id, reversal_no, top_up_id, id, amount, reason, decided_at, decided_at, ${by}, decided_at, ${by}
    FROM seed_reversals WHERE state = 'DONE' AND kind = 'REFUND' AND channel <> 'TRANSFER'`;
  await tx.$executeRaw`
    UPDATE channel_refunds c SET state = 'PAID', attempts = 1, version = 2, done_at = c.created_at + interval '1 minute', updated_at = c.created_at
      + interval '1 minute'
    FROM seed_reversals r WHERE c.tenant_id = r.tenant_id AND c.reversal_id = r.id`;
}

async function writeDecisions(tx: Prisma.TransactionClient): Promise<void> {
  const [maker, checker] = [demoPerson('finance-maker'), demoPerson('finance-checker')];
  await tx.$executeRaw`
    INSERT INTO approvals (id, tenant_id, subject_type, subject_id, about_id, subject_label, company_id, amount, state, maker_id, maker_name, maker_ids, reason,
      checker_id, checker_name, decision_reason, decided_at, created_at)
    SELECT pg_temp.sid(87, r.n, r.at), r.tenant_id, 'topUpReversal', r.id, r.top_up_id, r.reversal_no || ' ' || r.top_up_no, r.company_id, r.received, d.state,
      ${maker.id}::uuid, ${maker.name}, ARRAY[${maker.id}::uuid], r.reason, CASE WHEN d.state IN ('APPROVED', 'REJECTED') THEN ${checker.id}::uuid END,
      CASE WHEN d.state IN ('APPROVED', 'REJECTED') THEN ${checker.name} END, CASE d.state WHEN 'REJECTED' THEN '款项已用于发放，不予退回' END, r.decided_at, r.at
    FROM seed_reversals r
    CROSS JOIN LATERAL (SELECT CASE r.state WHEN 'SUBMITTED' THEN 'PENDING' WHEN 'DONE' THEN 'APPROVED' ELSE r.state END AS state) d`;
  await tx.$executeRaw`
    INSERT INTO approval_events (id, tenant_id, approval_id, action, actor_id, actor_name, created_at)
    SELECT pg_temp.sid(88, n, decided_at), tenant_id, pg_temp.sid(87, n, at), CASE state WHEN 'DONE' THEN 'APPROVE' WHEN 'REJECTED' THEN 'REJECT' ELSE 'WITHDRAW' END,
      CASE state WHEN 'WITHDRAWN' THEN ${maker.id}::uuid ELSE ${checker.id}::uuid END, CASE state WHEN 'WITHDRAWN' THEN ${maker.name} ELSE ${checker.name} END,
      decided_at
    FROM seed_reversals WHERE decided_at IS NOT NULL`;
}
