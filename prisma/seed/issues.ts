import { systemActor } from '@xyxlx/contracts/system-actor';
import type { Prisma } from '../client/client.ts';
import { spell } from '../spell.ts';
import { planId, seedPlans } from './issue-plans.ts';
import { batches, birthdays, team, uncovered } from './issue-terms.ts';
import { demoPerson, tenantId } from './tenants.ts';

/** Begins the table of what issued limits take from funds and give back: `seedFunds` puts it among the other flows. */
export async function prepareIssueFlows(tx: Prisma.TransactionClient): Promise<void> {
  await tx.$executeRaw`
    CREATE TEMP TABLE seed_issue_flows (tenant_id uuid, company_id uuid, at timestamptz, kind text, delta bigint, remark text, source_id uuid,
      source_type text) ON COMMIT DROP`;
}

/**
 * A team of the first merchant of tenant A whom limits were issued to, by hand and by plans, lot by lot: batches in every state, sixty runs of
 * a plan, each over with its day. What that took from the fund stands in `seed_issue_flows` then.
 */
export async function seedIssues(tx: Prisma.TransactionClient, now: Date): Promise<void> {
  await seedTeam(tx);
  const [given] = await tx.$queryRaw<{ merchantId: string; departmentId: string }[]>`
    SELECT DISTINCT merchant_id AS "merchantId", department_id AS "departmentId" FROM seed_team WHERE state = 'ACTIVE'`;
  if (!given) throw new Error('The seeds have no team.');
  await seedPlans(tx, { ...given, people: team.people - 1 }, now);
  await tellBatches(tx);
  await writeLots(tx);
  await writeBatches(tx);
  await tx.$executeRaw`
    INSERT INTO seed_issue_flows
    SELECT e.tenant_id, e.company_id, e.at, 'LIMIT_ISSUE', -sum(e.delta), b.batch_no, b.id, 'issueBatch'
    FROM seed_events e JOIN seed_issues b ON b.id = e.batch_id WHERE e.type = 'INCREASE' GROUP BY 1, 2, 3, b.batch_no, b.id
    UNION ALL
    SELECT e.tenant_id, e.company_id, e.at, 'LIMIT_RECOVER', -sum(e.delta), b.batch_no, b.id, 'issueBatch'
    FROM seed_events e JOIN seed_issues b ON b.id = e.batch_id WHERE e.type = 'DECREASE' GROUP BY 1, 2, 3, b.batch_no, b.id
    UNION ALL
    SELECT e.tenant_id, e.company_id, e.at, 'LIMIT_RECOVER', -sum(e.delta),
      '额度到期 ' || ((e.at AT TIME ZONE 'Asia/Shanghai')::date - 1), (array_agg(e.id ORDER BY e.id))[1], 'limitAdjustment'
    FROM seed_events e WHERE e.type = 'RECOVER' GROUP BY 1, 2, 3`;
}

const teammates = '林晓雯 周子涵 吴思远 郑可欣 王雨桐 冯浩然 陈梦洁 褚一鸣 卫佳宁 蒋欣怡 沈知行 韩文博'.split(
  ' ',
);

/** People who have no other money than what is issued to them here. */
async function seedTeam(tx: Prisma.TransactionClient): Promise<void> {
  const spelled = teammates.map(spell);
  await tx.$executeRaw`
    CREATE TEMP TABLE seed_team ON COMMIT DROP AS
    SELECT p AS place, pg_temp.sid(3, last.i + p) AS id, last.i + p AS i, m.tenant_id, m.id AS merchant_id, m.company_id,
      CASE p WHEN ${team.frozen}::int THEN pg_temp.sid(2, m.n * 100 + 3) ELSE pg_temp.sid(2, m.n * 100 + 9) END AS department_id,
      CASE p WHEN ${team.frozen}::int THEN 'FROZEN' ELSE 'ACTIVE' END AS state, m.n
    FROM seed_merchants m
    CROSS JOIN (SELECT max(('x' || substr(id::text, 25))::bit(48)::bigint) AS i FROM employees) last
    CROSS JOIN generate_series(1, ${team.people}::int) p
    WHERE m.tenant_id = ${tenantId('A')}::uuid AND m.id = (SELECT id FROM merchants
      WHERE tenant_id = ${tenantId('A')}::uuid AND state = 'ACTIVE' ORDER BY merchant_no LIMIT 1)`;
  await tx.$executeRaw`
    INSERT INTO departments (id, tenant_id, merchant_id, parent_id, name, created_at, created_by, updated_at, updated_by)
    SELECT DISTINCT pg_temp.sid(2, n * 100 + 9), tenant_id, merchant_id, NULL::uuid, ${team.name}, t.midnight - interval '92 days', '平台管理员',
      t.midnight - interval '92 days', '平台管理员'
    FROM seed_team CROSS JOIN seed_time t`;
  // The one hired last is who the plan of joiners found; somebody had a birthday ten days ago.
  await tx.$executeRaw`
    INSERT INTO employees (id, tenant_id, merchant_id, department_id, employee_no, name, name_pinyin, name_initials, mobile, labels, grade, state, state_reason, hired_on,
      birthday, created_at, created_by, updated_at, updated_by)
    SELECT s.id, s.tenant_id, s.merchant_id, s.department_id, 'E' || lpad(s.i::text, 7, '0'),
      (${teammates}::text[])[s.place], (${spelled.map(({ namePinyin }) => namePinyin)}::text[])[s.place],
      (${spelled.map(({ nameInitials }) => nameInitials)}::text[])[s.place],
      '13' || (s.i % 9 + 1) || lpad((20000000 + s.i)::text, 8, '0'), ARRAY['骨干'], 'P5', s.state,
      CASE s.state WHEN 'FROZEN' THEN '部门申请冻结' END,
      CASE s.place WHEN 11 THEN t.today - 20 ELSE t.today - 400 - 30 * s.place END,
      coalesce((${JSON.stringify(birthdays)}::jsonb ->> s.place::text)::date,
        CASE s.place WHEN 5 THEN (t.today - 10 - interval '30 years')::date ELSE date '1990-03-08' + s.place * 293 END),
      t.midnight - interval '92 days', '平台管理员', t.midnight - interval '92 days', '平台管理员'
    FROM seed_team s CROSS JOIN seed_time t`;
}

/** All batches, by hand and of plans, as `seed_issues`. */
async function tellBatches(tx: Prisma.TransactionClient): Promise<void> {
  await tx.$executeRaw`
    CREATE TEMP TABLE seed_issues ON COMMIT DROP AS
    WITH days AS (
      SELECT d.day::date AS day FROM seed_time t CROSS JOIN generate_series(t.today - 130, t.today + 14, interval '1 day') d(day)
      LEFT JOIN national_days n ON n.day = d.day::date
      WHERE coalesce(n.kind = 'WORK', extract(isodow FROM d.day) < 6)),
    worked AS (SELECT day, lead(day) OVER (ORDER BY day) AS next FROM days),
    days_of_plans AS (
      SELECT '工作日餐补' AS name, w.day AS run_on, w.day::text AS period, NULL::int[] AS people, w.next - 1 AS last_day
      FROM (SELECT w.*, row_number() OVER (ORDER BY w.day DESC) AS back FROM worked w CROSS JOIN seed_time t
        WHERE (w.day + interval '10 minutes') AT TIME ZONE 'Asia/Shanghai' <= t.now) w WHERE w.back <= 60
      UNION ALL
      SELECT '每月福利', m.day, to_char(m.day, 'YYYY-MM'), NULL, NULL
      FROM seed_time t CROSS JOIN LATERAL (SELECT (date_trunc('month', t.today) - ago * interval '1 month')::date AS day
        FROM generate_series(0, 1) ago) m WHERE (m.day + interval '10 minutes') AT TIME ZONE 'Asia/Shanghai' <= t.now
      UNION ALL
      SELECT '生日祝福', t.today - 10, to_char(t.today - 10, 'YYYY'), ARRAY[5], t.today - 10 + 29 FROM seed_time t
      UNION ALL
      SELECT '入职欢迎', t.today - 20, 'once', ARRAY[11], NULL FROM seed_time t),
    runs AS (
      SELECT d.*, p.id AS plan_id, p.code, (v.definition #>> '{amount,amount}')::bigint AS amount
      FROM days_of_plans d JOIN issue_plans p ON p.tenant_id = ${tenantId('A')}::uuid AND p.name = d.name
      JOIN issue_plan_versions v ON v.tenant_id = p.tenant_id AND v.plan_id = p.id),
    by_hand AS (
      SELECT b.*, row_number() OVER () AS place FROM jsonb_to_recordset(${JSON.stringify(batches)}::jsonb) AS b(name text, reason text, state text,
        amount bigint, people int[], failed int[], waiting int[], voided int[], "madeOn" int, "issuedOn" int, "effectiveOn" int, "lastDay" int)),
    told AS (
      SELECT 'RUN' AS kind, r.name, r.name AS reason, r.code || '-' || to_char(r.run_on, 'YYYYMMDD') AS batch_no, 'DONE' AS state, r.amount,
        coalesce(r.people, (SELECT array_agg(s.place) FROM seed_team s JOIN employees e ON e.id = s.id
          WHERE s.state = 'ACTIVE' AND e.hired_on < r.run_on)) AS people,
        NULL::int[] AS failed, NULL::int[] AS waiting, NULL::int[] AS voided, r.plan_id, r.run_on, r.period, r.run_on AS effective_on, r.last_day,
        (r.run_on + interval '10 minutes') AT TIME ZONE 'Asia/Shanghai' AS made_at,
        (r.run_on + interval '10 minutes') AT TIME ZONE 'Asia/Shanghai' AS issued_at
      FROM runs r
      UNION ALL
      SELECT 'MANUAL', b.name, b.reason, 'PL' || lpad(b.place::text, 8, '0'), b.state, b.amount, b.people, b.failed, b.waiting, b.voided,
        NULL, NULL, NULL, t.today + coalesce(b."effectiveOn", b."issuedOn", b."madeOn"), t.today + b."lastDay",
        t.midnight + b."madeOn" * interval '1 day' + interval '9 hours', t.midnight + b."issuedOn" * interval '1 day' + interval '10 hours'
      FROM by_hand b CROSS JOIN seed_time t)
    SELECT b.*, pg_temp.sid(40, row_number() OVER (ORDER BY made_at, batch_no), made_at) AS id,
      row_number() OVER (ORDER BY made_at, batch_no) AS n, ((last_day + 1)::timestamp AT TIME ZONE 'Asia/Shanghai') AS expires_at,
      CASE WHEN voided IS NOT NULL THEN issued_at + interval '1 day 5 hours' END AS voided_at
    FROM told b`;
  await tx.$executeRaw`
    INSERT INTO tenant_counters (tenant_id, kind, value) VALUES (${tenantId('A')}::uuid, 'PL', ${batches.length}::int)`;
}

/** The rows of the batches, what became of their lots, and the chain of each limit. */
async function writeLots(tx: Prisma.TransactionClient): Promise<void> {
  const maker = demoPerson('finance-maker');
  await tx.$executeRaw`
    CREATE TEMP TABLE seed_rows ON COMMIT DROP AS
    SELECT b.id AS batch_id, b.batch_no, b.kind, b.reason, b.plan_id, b.period, b.amount, b.issued_at, b.expires_at, b.voided_at, p.row_no, s.*,
      CASE WHEN p.place = ANY(b.failed) THEN 'FAILED' WHEN b.issued_at IS NULL OR p.place = ANY(b.waiting) THEN 'READY'
        WHEN p.place = ANY(b.voided) THEN 'VOIDED' ELSE 'DONE' END AS row_state,
      pg_temp.sid(41, b.n * 100 + p.row_no, coalesce(b.issued_at, b.made_at)) AS lot_id, t.now
    FROM seed_issues b CROSS JOIN seed_time t CROSS JOIN LATERAL unnest(b.people) WITH ORDINALITY p(place, row_no)
    JOIN seed_team s ON s.place = p.place`;
  await tx.$executeRaw`
    CREATE TEMP TABLE seed_events ON COMMIT DROP AS
    SELECT pg_temp.sid(42, row_number() OVER (ORDER BY at, lot_id), at) AS id, e.* FROM (
      SELECT tenant_id, merchant_id, company_id, id AS employee_id, lot_id, batch_id, batch_id AS linked, issued_at AS at, 'INCREASE' AS type,
        CASE kind WHEN 'RUN' THEN 'RULE' ELSE 'BATCH' END AS source, amount AS delta, reason
      FROM seed_rows WHERE row_state IN ('DONE', 'VOIDED')
      UNION ALL
      SELECT tenant_id, merchant_id, company_id, id, lot_id, batch_id, batch_id, voided_at, 'DECREASE', 'BATCH', -amount, '重复发放，收回'
      FROM seed_rows WHERE row_state = 'VOIDED'
      UNION ALL
      SELECT tenant_id, merchant_id, company_id, id, lot_id, batch_id, NULL, expires_at, 'RECOVER', 'SYSTEM', -amount, '额度到期'
      FROM seed_rows WHERE row_state = 'DONE' AND expires_at <= now) e`;
  await tx.$executeRaw`
    INSERT INTO limit_accounts (id, tenant_id, merchant_id, employee_id, company_id, total, available, recovered, lot_available, adjust_seq, updated_at)
    SELECT overlay(s.id::text PLACING '004' FROM 16)::uuid, s.tenant_id, s.merchant_id, s.id, s.company_id,
      coalesce(sum(e.delta) FILTER (WHERE e.type <> 'RECOVER'), 0), coalesce(sum(e.delta), 0),
      coalesce(-sum(e.delta) FILTER (WHERE e.type = 'RECOVER'), 0), coalesce(sum(e.delta), 0), count(e.id), t.midnight
    FROM seed_team s CROSS JOIN seed_time t LEFT JOIN seed_events e ON e.employee_id = s.id GROUP BY s.id, s.tenant_id, s.merchant_id, s.company_id, t.midnight`;
  await tx.$executeRaw`
    INSERT INTO limit_lots (id, tenant_id, account_id, batch_id, row_no, amount, available, recovered, voided, expires_at, ended_at, end_reason,
      created_at)
    SELECT r.lot_id, r.tenant_id, overlay(r.id::text PLACING '004' FROM 16)::uuid, r.batch_id, r.row_no, r.amount,
      CASE WHEN e.at IS NULL THEN r.amount ELSE 0 END, CASE e.type WHEN 'RECOVER' THEN r.amount ELSE 0 END,
      CASE e.type WHEN 'DECREASE' THEN r.amount ELSE 0 END, r.expires_at, e.at,
      CASE e.type WHEN 'RECOVER' THEN 'EXPIRED' WHEN 'DECREASE' THEN 'VOIDED' END, r.issued_at
    FROM seed_rows r LEFT JOIN seed_events e ON e.lot_id = r.lot_id AND e.type <> 'INCREASE' WHERE r.row_state IN ('DONE', 'VOIDED')`;
  await tx.$executeRaw`
    INSERT INTO limit_adjustments (id, tenant_id, merchant_id, employee_id, account_id, company_id, seq, type, source, before, delta, after, reason,
      undoes_id, lot_id, batch_id, created_at, created_by, created_by_id)
    SELECT e.id, e.tenant_id, e.merchant_id, e.employee_id, overlay(e.employee_id::text PLACING '004' FROM 16)::uuid, e.company_id,
      row_number() OVER w, e.type, e.source, sum(e.delta) OVER w - e.delta, e.delta, sum(e.delta) OVER w, e.reason,
      CASE e.type WHEN 'DECREASE' THEN i.id END, e.lot_id, e.linked, e.at, CASE e.source WHEN 'SYSTEM' THEN ${systemActor.zh} ELSE ${maker.name} END,
      CASE e.source WHEN 'SYSTEM' THEN NULL ELSE ${maker.id}::uuid END
    FROM seed_events e LEFT JOIN seed_events i ON e.type = 'DECREASE' AND i.lot_id = e.lot_id AND i.type = 'INCREASE'
    WINDOW w AS (PARTITION BY e.employee_id ORDER BY e.at, e.id)`;
}

async function writeBatches(tx: Prisma.TransactionClient): Promise<void> {
  const maker = demoPerson('finance-maker');
  await tx.$executeRaw`
    INSERT INTO issue_batches (id, tenant_id, merchant_id, batch_no, name, kind, plan_id, plan_version, run_on, period, planned_at, effective_on,
      last_day, terms, input_sha256, state, reason, total, done, failed, amount, done_amount, taken_back_amount, started_at, finished_at,
      created_at, created_by, created_by_id, updated_at, updated_by)
    SELECT b.id, r.tenant_id, r.merchant_id, b.batch_no, b.name, b.kind, b.plan_id, CASE WHEN b.plan_id IS NOT NULL THEN 1 END, b.run_on, b.period,
      CASE WHEN b.plan_id IS NOT NULL THEN b.issued_at END, b.effective_on, b.last_day,
      CASE b.kind WHEN 'MANUAL' THEN jsonb_build_object('target', jsonb_build_object('by', 'EMPLOYEE', 'ids', r.ids),
        'amount', jsonb_build_object('by', 'SAME', 'amount', b.amount)) END,
      encode(sha256(convert_to(b.batch_no, 'UTF8')), 'hex'), b.state, b.reason, r.total, r.done, r.failed,
      (r.total - r.failed) * b.amount, r.done * b.amount, r.voided * b.amount, b.issued_at,
      CASE WHEN b.state <> 'STOPPED' THEN coalesce(b.voided_at, b.issued_at) END, b.made_at, ${maker.name}, ${maker.id}::uuid,
      coalesce(b.voided_at, b.issued_at, b.made_at), ${maker.name}
    FROM seed_issues b
    JOIN (SELECT batch_id, tenant_id, merchant_id, count(*)::int AS total, count(*) FILTER (WHERE row_state IN ('DONE', 'VOIDED'))::int AS done,
        count(*) FILTER (WHERE row_state = 'FAILED')::int AS failed, count(*) FILTER (WHERE row_state = 'VOIDED')::int AS voided,
        jsonb_agg(id) AS ids
      FROM seed_rows GROUP BY 1, 2, 3) r ON r.batch_id = b.id`;
  await tx.$executeRaw`
    INSERT INTO issue_rows (tenant_id, batch_id, row_no, employee_id, employee_no, employee_name, plan_id, period, amount, lot_id, state, message,
      taken_back, finished_at)
    SELECT r.tenant_id, r.batch_id, r.row_no, r.id, e.employee_no, e.name, r.plan_id, r.period, r.amount,
      CASE WHEN r.row_state IN ('DONE', 'VOIDED') THEN r.lot_id END, r.row_state, CASE r.row_state WHEN 'FAILED' THEN 'frozen' ELSE '' END,
      CASE r.row_state WHEN 'VOIDED' THEN r.amount ELSE 0 END, CASE WHEN r.row_state <> 'READY' THEN coalesce(r.voided_at, r.issued_at) END
    FROM seed_rows r JOIN employees e ON e.tenant_id = r.tenant_id AND e.id = r.id`;
}

/**
 * What batches that are not through have held of the fund, what waits for a checker and what was refused, and a run that the fund does not
 * cover; the funds are there already.
 */
export async function seedIssueHolds(tx: Prisma.TransactionClient): Promise<void> {
  const [maker, checker] = [demoPerson('finance-maker'), demoPerson('finance-checker')];
  await tx.$executeRaw`
    CREATE TEMP TABLE seed_holds ON COMMIT DROP AS
    SELECT b.id, b.tenant_id, b.merchant_id, b.batch_no, b.state, b.amount, b.done_amount, b.total, b.created_at, f.id AS account_id
    FROM issue_batches b JOIN merchants m ON m.tenant_id = b.tenant_id AND m.id = b.merchant_id
    JOIN fund_accounts f ON f.tenant_id = m.tenant_id AND f.company_id = m.company_id AND f.kind = 'ENTERPRISE'
    WHERE b.state IN ('SUBMITTED', 'SCHEDULED', 'STOPPED', 'REJECTED')`;
  await tx.$executeRaw`
    INSERT INTO fund_holds (id, tenant_id, account_id, amount, used, source_type, source_id, source_no, state, created_at, created_by, updated_at)
    SELECT pg_temp.sid(43, row_number() OVER (ORDER BY h.batch_no), h.created_at), h.tenant_id, h.account_id, h.amount, h.done_amount, 'issueBatch',
      h.id, h.batch_no, CASE h.state WHEN 'REJECTED' THEN 'RELEASED' ELSE 'HELD' END, h.created_at, ${maker.name}, h.created_at
    FROM seed_holds h`;
  await tx.$executeRaw`
    UPDATE fund_accounts f SET frozen = f.frozen + h.held
    FROM (SELECT tenant_id, account_id, sum(amount - done_amount) AS held FROM seed_holds WHERE state <> 'REJECTED' GROUP BY 1, 2) h
    WHERE f.tenant_id = h.tenant_id AND f.id = h.account_id`;
  await tx.$executeRaw`
    INSERT INTO approvals (id, tenant_id, subject_type, subject_id, subject_label, merchant_id, amount, state, maker_id, maker_name, maker_ids,
      reason, checker_id, checker_name, decision_reason, decided_at, created_at)
    SELECT pg_temp.sid(44, row_number() OVER (ORDER BY h.batch_no), h.created_at), h.tenant_id, 'limitIssue', h.id, h.batch_no, h.merchant_id, h.amount,
      CASE h.state WHEN 'REJECTED' THEN 'REJECTED' ELSE 'PENDING' END, ${maker.id}::uuid, ${maker.name}, ARRAY[${maker.id}::uuid], b.reason,
      CASE h.state WHEN 'REJECTED' THEN ${checker.id}::uuid END, CASE h.state WHEN 'REJECTED' THEN ${checker.name} END,
      CASE h.state WHEN 'REJECTED' THEN '项目尚未验收，请验收后再提交' END, CASE h.state WHEN 'REJECTED' THEN h.created_at + interval '2 hours' END, h.created_at
    FROM seed_holds h JOIN issue_batches b ON b.tenant_id = h.tenant_id AND b.id = h.id WHERE h.state IN ('SUBMITTED', 'REJECTED')`;
  await tx.$executeRaw`
    INSERT INTO approval_events (id, tenant_id, approval_id, action, actor_id, actor_name, reason, created_at)
    SELECT pg_temp.sid(48, row_number() OVER (ORDER BY a.id), a.decided_at), a.tenant_id, a.id, 'REJECT', a.checker_id, a.checker_name,
      a.decision_reason, a.decided_at
    FROM approvals a WHERE a.subject_type = 'limitIssue' AND a.state = 'REJECTED'`;
  // Whoever submitted what is scheduled answers for it, within the threshold.
  await tx.$executeRaw`
    WITH acted AS (
      INSERT INTO money_acts (id, tenant_id, kind, maker_id, day, amount, count, subject_id, within_amount)
      SELECT pg_temp.sid(45, row_number() OVER (ORDER BY h.batch_no), h.created_at), h.tenant_id, 'limitIssue', ${maker.id}::uuid,
        (h.created_at AT TIME ZONE 'Asia/Shanghai')::date, h.amount, h.total, h.id, 5000000
      FROM seed_holds h WHERE h.state = 'SCHEDULED' RETURNING tenant_id, kind, maker_id, day, amount, count)
    INSERT INTO maker_days (tenant_id, kind, maker_id, day, amount, count, alone_amount, alone_count, allowed_amount, allowed_count)
    SELECT tenant_id, kind, maker_id, day, sum(amount), sum(count), sum(amount), sum(count), 5000000, 500 FROM acted GROUP BY 1, 2, 3, 4`;
  const plan = planId(uncovered.name);
  await tx.$executeRaw`
    INSERT INTO issue_batches (id, tenant_id, merchant_id, batch_no, name, kind, plan_id, plan_version, run_on, period, planned_at, effective_on,
      last_day, input_sha256, state, reason, message, finished_at, created_at, created_by, created_by_id, updated_at, updated_by)
    SELECT pg_temp.sid(46, 1, d.due), p.tenant_id, p.merchant_id, p.code || '-' || to_char(d.day, 'YYYYMMDD'), p.name, 'RUN', p.id, 1, d.day,
      d.day::text, d.due, d.day, d.day + 29, v.sha256, 'FAILED', p.name, 'short:' || (v.most_amount - f.balance + f.frozen), d.due, d.due,
      ${maker.name}, ${maker.id}::uuid, d.due, ${maker.name}
    FROM issue_plans p JOIN issue_plan_versions v ON v.tenant_id = p.tenant_id AND v.plan_id = p.id
    JOIN merchants m ON m.tenant_id = p.tenant_id AND m.id = p.merchant_id
    JOIN fund_accounts f ON f.tenant_id = m.tenant_id AND f.company_id = m.company_id AND f.kind = 'ENTERPRISE'
    CROSS JOIN seed_time t
    CROSS JOIN LATERAL (SELECT day, (day + interval '10 minutes') AT TIME ZONE 'Asia/Shanghai' AS due FROM (VALUES (t.today - 1)) g(day)) d
    WHERE p.tenant_id = ${tenantId('A')}::uuid AND p.id = ${plan}::uuid`;
}
