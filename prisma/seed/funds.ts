import { systemActor } from '@xyxlx/contracts/system-actor';
import type { Prisma } from '../client/client.ts';
import { seedDayCloses } from './day-closes.ts';
import { companyId, demoPerson, tenantId } from './tenants.ts';

/** What each company topped up and paid for the waves of limits, the closes of its days, and two transfers; one company is left below its threshold. */
export async function seedFunds(tx: Prisma.TransactionClient): Promise<void> {
  await seedTransfers(tx);
  await seedDayCloses(tx);
  await tx.$executeRaw`
    CREATE TEMP TABLE seed_flows ON COMMIT DROP AS
    SELECT tenant_id, company_id, leg.account, at, kind, leg.delta, remark, source, NULL AS source_type, NULL::text AS external_no,
      NULL::uuid AS account_id,
      CASE WHEN kind <> 'TOP_UP' THEN pg_temp.sid(35, dense_rank() OVER (ORDER BY at, tenant_id, company_id, kind, source), at) END AS pair
    FROM (
      SELECT w.tenant_id, w.company_id, w.at, CASE WHEN delta > 0 THEN 'LIMIT_ISSUE' ELSE 'LIMIT_RECOVER' END AS kind, -sum(delta) AS delta,
        coalesce(min(s.batch_no), min(w.reason)) AS remark, w.batch_id AS source
      FROM seed_waves w LEFT JOIN seed_carried s ON s.id = w.batch_id WHERE type <> 'FREEZE' GROUP BY w.tenant_id, w.company_id, w.at, delta > 0, w.batch_id
      UNION ALL
      SELECT c.tenant_id, c.id, t.midnight - interval '92 days', 'TOP_UP',
        coalesce(w.paid, 0) + CASE WHEN c.parent_id IS NULL THEN 500000000 WHEN c.name LIKE '南京%' THEN 3000000 ELSE 50000000 END, '期初充值', NULL
      FROM companies c CROSS JOIN seed_time t
      LEFT JOIN (SELECT company_id, sum(delta) FILTER (WHERE type = 'INCREASE') AS paid FROM seed_waves GROUP BY 1) w ON w.company_id = c.id) flows
    CROSS JOIN LATERAL (VALUES ('ENTERPRISE', flows.delta), ('RESERVE', -flows.delta)) leg(account, delta)
    WHERE leg.account = 'ENTERPRISE' OR kind <> 'TOP_UP'
    UNION ALL
    SELECT s.tenant_id, leg.company_id, 'ENTERPRISE', s.decided_at, leg.kind, leg.delta, s.transfer_no, s.id, 'fundTransfer', NULL, NULL,
      pg_temp.sid(36, s.n, s.decided_at)
    FROM seed_transfers s
    CROSS JOIN LATERAL (VALUES (s.from_company, 'TRANSFER_OUT', -s.amount), (s.to_company, 'TRANSFER_IN', s.amount)) leg(company_id, kind, delta)
    WHERE s.decided_at IS NOT NULL
    UNION ALL
    SELECT d.tenant_id, d.company_id, leg.account, d.at, leg.kind, leg.delta, d.day::text, d.pair, 'dayClose', NULL, NULL,
      CASE leg.kind WHEN 'FEE' THEN md5(d.pair::text)::uuid ELSE d.pair END
    FROM seed_closes d
    CROSS JOIN LATERAL (VALUES ('RESERVE', 'CONSUME_CLOSE', d.refunded - d.consumed), ('SETTLEMENT', 'CONSUME_CLOSE', d.consumed - d.refunded + d.cards),
      ('ENTERPRISE', 'FEE', -d.fee), ('FEE', 'FEE', d.fee)) leg(account, kind, delta)
    WHERE leg.delta <> 0
    UNION ALL
    SELECT i.tenant_id, i.company_id, leg.account, i.at, i.kind, leg.delta, i.remark, i.source_id, i.source_type, NULL, NULL, i.pair
    FROM (SELECT *, pg_temp.sid(47, row_number() OVER (ORDER BY at, source_id, kind), at) AS pair FROM seed_issue_flows) i
    CROSS JOIN LATERAL (VALUES ('ENTERPRISE', i.delta), ('RESERVE', -i.delta)) leg(account, delta)
    UNION ALL
    SELECT tenant_id, company_id, 'ENTERPRISE', at, kind, delta, remark, source, source_type, external_no, account_id, NULL FROM seed_card_funds`;
  await tx.$executeRaw`
    INSERT INTO fund_accounts (id, tenant_id, company_id, kind, balance, frozen, threshold, flow_seq, created_at, updated_at)
    SELECT pg_temp.sid(6, row_number() OVER (ORDER BY account, tenant_id, company_id)), tenant_id, company_id, account, sum(delta),
      CASE account WHEN 'ENTERPRISE' THEN (SELECT coalesce(sum(s.amount), 0) FROM seed_transfers s
        WHERE s.from_company = f.company_id AND s.decided_at IS NULL)
        + (SELECT coalesce(sum(c.face), 0) FROM seed_cards c WHERE c.company_id = f.company_id AND c.job_id IS NOT NULL AND c.activated_at IS NULL
          AND c.state <> 'CANCELLED') ELSE 0 END,
      CASE account WHEN 'ENTERPRISE' THEN 10000000 END, count(*), min(at), max(at)
    FROM seed_flows f GROUP BY tenant_id, company_id, account`;
  await tx.$executeRaw`
    INSERT INTO fund_flows (id, tenant_id, account_id, seq, kind, delta, balance_after, source_type, source_id, remark, external_no,
      platform_account_id, pair_id, created_at, created_by)
    SELECT pg_temp.sid(7, row_number() OVER (ORDER BY f.at, a.id, f.kind DESC, f.pair, f.source), f.at), f.tenant_id, a.id, row_number() OVER w, f.kind, f.delta, sum(f.delta) OVER w,
      coalesce(f.source_type, CASE f.kind WHEN 'TOP_UP' THEN 'topUp' ELSE 'limitBatch' END),
      coalesce(f.source, pg_temp.sid(8, row_number() OVER (ORDER BY f.at, a.id, f.kind DESC, f.pair, f.source), f.at)), f.remark,
      f.external_no, f.account_id, f.pair, f.at, CASE WHEN f.source_type IN ('dayClose', 'limitAdjustment') THEN ${systemActor.zh} ELSE '财务经办' END
    FROM seed_flows f JOIN fund_accounts a ON a.tenant_id = f.tenant_id AND a.company_id = f.company_id AND a.kind = f.account
    WINDOW w AS (PARTITION BY a.id ORDER BY f.at, f.kind DESC, f.pair, f.source)`;
  await writeTransfers(tx);
}

/** One that a checker agreed to, and one that waits. */
async function seedTransfers(tx: Prisma.TransactionClient): Promise<void> {
  const [head, branch, low] = [0, 1, 3].map((index) => companyId('A', index));
  await tx.$executeRaw`
    CREATE TEMP TABLE seed_transfers ON COMMIT DROP AS
    SELECT given.n, pg_temp.sid(32, given.n, t.midnight + given.made) AS id,
      pg_temp.sid(31, given.n, t.midnight + given.made) AS approval_id, ${tenantId('A')}::uuid AS tenant_id,
      'HZ' || lpad(given.n::text, 8, '0') AS transfer_no, ${head}::uuid AS from_company, given.to_company, given.amount, given.reason,
      t.midnight + given.made AS made_at, t.midnight + given.decided AS decided_at
    FROM seed_time t CROSS JOIN (VALUES
      (1, ${branch}::uuid, 2000000::bigint, '季度调拨', interval '-3 days 10 hours', interval '-3 days 11 hours'),
      (2, ${low}::uuid, 8000000::bigint, '补充余额', interval '-1 day 16 hours', NULL::interval)) given(n, to_company, amount, reason, made, decided)`;
}

/** The transfers with what they hold, who handed them in and who agreed. */
async function writeTransfers(tx: Prisma.TransactionClient): Promise<void> {
  const [maker, checker] = [demoPerson('finance-maker'), demoPerson('finance-checker')];
  await tx.$executeRaw`
    INSERT INTO approvals (id, tenant_id, subject_type, subject_id, subject_label, company_id, amount, state, maker_id, maker_name, maker_ids,
      reason, checker_id, checker_name, decided_at, created_at)
    SELECT approval_id, tenant_id, 'fundTransfer', id, transfer_no, from_company, amount,
      CASE WHEN decided_at IS NULL THEN 'PENDING' ELSE 'APPROVED' END, ${maker.id}::uuid, ${maker.name}, ARRAY[${maker.id}::uuid], reason,
      CASE WHEN decided_at IS NOT NULL THEN ${checker.id}::uuid END, CASE WHEN decided_at IS NOT NULL THEN ${checker.name} END, decided_at, made_at
    FROM seed_transfers`;
  await tx.$executeRaw`
    INSERT INTO approval_events (id, tenant_id, approval_id, action, actor_id, actor_name, created_at)
    SELECT pg_temp.sid(34, n, decided_at), tenant_id, approval_id, 'APPROVE', ${checker.id}::uuid, ${checker.name}, decided_at
    FROM seed_transfers WHERE decided_at IS NOT NULL`;
  await tx.$executeRaw`
    INSERT INTO fund_transfers (id, tenant_id, transfer_no, from_id, to_id, amount, reason, state, created_at, created_by, created_by_id,
      updated_at, updated_by)
    SELECT s.id, s.tenant_id, s.transfer_no, f.id, t.id, s.amount, s.reason, CASE WHEN s.decided_at IS NULL THEN 'SUBMITTED' ELSE 'DONE' END,
      s.made_at, ${maker.name}, ${maker.id}::uuid, coalesce(s.decided_at, s.made_at), ${maker.name}
    FROM seed_transfers s
    JOIN fund_accounts f ON f.tenant_id = s.tenant_id AND f.company_id = s.from_company AND f.kind = 'ENTERPRISE'
    JOIN fund_accounts t ON t.tenant_id = s.tenant_id AND t.company_id = s.to_company AND t.kind = 'ENTERPRISE'`;
  await tx.$executeRaw`
    INSERT INTO fund_holds (id, tenant_id, account_id, amount, used, source_type, source_id, source_no, state, created_at, created_by, updated_at)
    SELECT pg_temp.sid(33, s.n, s.made_at), s.tenant_id, x.from_id, s.amount, CASE WHEN s.decided_at IS NULL THEN 0 ELSE s.amount END, 'fundTransfer', s.id,
      s.transfer_no, CASE WHEN s.decided_at IS NULL THEN 'HELD' ELSE 'USED' END, s.made_at, ${maker.name}, coalesce(s.decided_at, s.made_at)
    FROM seed_transfers s JOIN fund_transfers x ON x.tenant_id = s.tenant_id AND x.id = s.id`;
  await tx.$executeRaw`
    INSERT INTO tenant_counters (tenant_id, kind, value) SELECT tenant_id, 'HZ', max(n) FROM seed_transfers GROUP BY 1`;
}
