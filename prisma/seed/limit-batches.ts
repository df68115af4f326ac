import type { Prisma } from '../client/client.ts';
import { carriedSheets } from './carried-sheets.ts';
import { demoPerson } from './tenants.ts';

/** Sheets of new limits that have changed none: checked, waiting for somebody, sent back or dropped. `each` is in fen, `all` over all people. */
const terms = [
  { state: 'UNCHANGED', hours: 290, reason: '核对现有额度', each: 0 },
  { state: 'CANCELLED', hours: 218, reason: '季度福利', each: 20_000 },
  { state: 'FAILED', hours: 122, reason: '新员工餐补', each: 10_000 },
  { state: 'REJECTED', hours: 75, reason: '年终奖励预发', all: 5_400_000 },
  { state: 'SUBMITTED', hours: 26, reason: '项目奖金', all: 5_200_000 },
  { state: 'READY', hours: 3, reason: '月度餐补', each: 15_000 },
] as const;

/** So many people a sheet at most. */
const peopleOfSheet = 12;

/** 批量调额 of tenant A that changed nothing, each of another merchant; the limits are as they were. */
export async function seedLimitBatches(tx: Prisma.TransactionClient): Promise<void> {
  const maker = demoPerson('finance-maker');
  const checker = demoPerson('finance-checker');
  const told = terms.map((one, n) => ({ ...one, unit: n + 1, n: carriedSheets + n + 1 }));
  await tx.$executeRaw`
    CREATE TEMP TABLE seed_sheets ON COMMIT DROP AS
    WITH told AS (
      SELECT b.*, t.now - b.hours * interval '1 hour' AS at FROM jsonb_to_recordset(${JSON.stringify(told)}::jsonb)
        AS b(n int, unit int, state text, hours int, reason text, each bigint, "all" bigint) CROSS JOIN seed_time t)
    SELECT b.*, pg_temp.sid(96, b.n, b.at) AS id, pg_temp.sid(100, b.n, b.at) AS job_id, 'LB' || lpad(b.n::text, 8, '0') AS batch_no, u.tenant_id, u.id AS merchant_id,
      '额度调整-' || u.name || '.xlsx' AS file_name, encode(sha256(convert_to('limit-batch/' || b.n, 'UTF8')), 'hex') AS sha256,
      b.at + interval '20 minutes' AS confirmed_at, CASE b.state WHEN 'REJECTED' THEN b.at + interval '5 hours' END AS decided_at
    FROM told b JOIN seed_units u ON u.nth = b.unit`;
  await tx.$executeRaw`
    CREATE TEMP TABLE seed_sheet_rows ON COMMIT DROP AS
    WITH people AS (
      SELECT s.*, e.id AS employee_id, e.employee_no, e.name, l.available + l.used AS present, row_number() OVER (PARTITION BY s.id ORDER BY e.employee_no) AS i
      FROM seed_sheets s JOIN employees e ON e.tenant_id = s.tenant_id AND e.merchant_id = s.merchant_id AND e.state = 'ACTIVE'
      JOIN limit_accounts l ON l.tenant_id = e.tenant_id AND l.employee_id = e.id
      -- What the sheet found is what there is: nothing has changed it since.
      WHERE NOT EXISTS (SELECT FROM limit_adjustments a WHERE a.tenant_id = e.tenant_id AND a.employee_id = e.id AND a.created_at > s.at)),
    picked AS (
      SELECT *, count(*) OVER (PARTITION BY id) AS many FROM people WHERE i <= ${peopleOfSheet}::int),
    wanted AS (
      SELECT *, present + coalesce(each, ceil("all"::numeric / many / 100)::bigint * 100) AS amount FROM picked)
    SELECT id, tenant_id, at, n, 1 + i::int AS row_no, employee_id, employee_no, name, present, amount,
      CASE WHEN state = 'FAILED' AND i % 3 = 1 THEN 'amount' WHEN state = 'FAILED' THEN 'missing' WHEN amount = present THEN '' WHEN state = 'READY' AND i = 3 THEN 'twin:3' ELSE '' END AS problem
    FROM wanted`;
  // Whoever is missing was typed wrong; a twin repeats the row above it.
  await tx.$executeRaw`
    INSERT INTO limit_batch_rows (tenant_id, batch_id, row_no, id, employee_id, employee_no, employee_name, new_limit_text, present_limit, new_limit, state, message)
    SELECT r.tenant_id, r.id, r.row_no, pg_temp.sid(97, r.n * 1000 + r.row_no, r.at), CASE WHEN r.problem <> 'missing' THEN coalesce(o.employee_id, r.employee_id) END,
      CASE WHEN r.problem = 'missing' THEN r.employee_no || 'X' ELSE coalesce(o.employee_no, r.employee_no) END, coalesce(o.name, r.name),
      CASE WHEN r.problem = 'amount' THEN '待定' ELSE to_char(r.amount / 100.0, 'FM999999990.00') END,
      CASE WHEN r.problem <> 'missing' THEN coalesce(o.present, r.present) END, CASE WHEN r.problem <> 'amount' THEN r.amount END,
      CASE WHEN r.problem <> '' THEN 'FAILED' WHEN r.amount = r.present THEN 'UNCHANGED' ELSE 'READY' END, r.problem
    FROM seed_sheet_rows r LEFT JOIN seed_sheet_rows o ON r.problem LIKE 'twin:%' AND o.id = r.id AND o.row_no = r.row_no - 1`;
  await tx.$executeRaw`
    INSERT INTO limit_batches (id, tenant_id, merchant_id, batch_no, file_name, sha256, state, reason, total, changed, unchanged, failed, increase_amount, job_id, version,
      created_at, created_by, created_by_id, updated_at, updated_by)
    SELECT s.id, s.tenant_id, s.merchant_id, s.batch_no, s.file_name, s.sha256, s.state, s.reason, r.total, r.changed, r.unchanged, r.failed, r.increase, s.job_id,
      CASE s.state WHEN 'REJECTED' THEN 4 WHEN 'SUBMITTED' THEN 3 WHEN 'CANCELLED' THEN 3 ELSE 2 END, s.at, ${maker.name}, ${maker.id}::uuid,
      CASE WHEN s.state IN ('SUBMITTED', 'CANCELLED') THEN s.confirmed_at ELSE coalesce(s.decided_at, s.at) END,
      CASE s.state WHEN 'REJECTED' THEN ${checker.name} ELSE ${maker.name} END
    FROM seed_sheets s JOIN (
      SELECT batch_id, count(*)::int AS total, count(*) FILTER (WHERE state = 'READY')::int AS changed, count(*) FILTER (WHERE state = 'UNCHANGED')::int AS unchanged,
        count(*) FILTER (WHERE state = 'FAILED')::int AS failed, coalesce(sum(new_limit - present_limit) FILTER (WHERE state = 'READY'), 0) AS increase
      FROM limit_batch_rows GROUP BY 1) r ON r.batch_id = s.id`;
  await tx.$executeRaw`
    INSERT INTO jobs (id, tenant_id, kind, state, permission, total, done, message, payload, origin, file_name, file_sha256, created_at, created_by_id, created_by,
      updated_at, started_at, finished_at)
    SELECT s.job_id, s.tenant_id, 'limitBatchCheck', 'SUCCEEDED', 'limit.upload', b.total, b.total,
      '{"zh": "试算完成，待确认", "en": "Checked, waiting to be confirmed"}', jsonb_build_object('tenantId', s.tenant_id, 'batchId', s.id), '{}', s.file_name, s.sha256,
      s.at, ${maker.id}::uuid, ${maker.name}, s.at, s.at, s.at
    FROM seed_sheets s JOIN limit_batches b ON b.tenant_id = s.tenant_id AND b.id = s.id`;
  await tx.$executeRaw`
    INSERT INTO tenant_counters (tenant_id, kind, value) SELECT tenant_id, 'LB', max(n) FROM seed_sheets GROUP BY 1`;
  await writeApprovals(tx, maker, checker);
}

type Person = ReturnType<typeof demoPerson>;

/** Over what their maker may do alone. */
async function writeApprovals(tx: Prisma.TransactionClient, maker: Person, checker: Person): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO approvals (id, tenant_id, subject_type, subject_id, subject_label, merchant_id, amount, state, maker_id, maker_name, maker_ids, reason,
      checker_id, checker_name, decision_reason, decided_at, created_at)
    SELECT pg_temp.sid(98, s.n, s.confirmed_at), s.tenant_id, 'limitBatch', s.id, s.batch_no, s.merchant_id, b.increase_amount,
      CASE s.state WHEN 'REJECTED' THEN 'REJECTED' ELSE 'PENDING' END, ${maker.id}::uuid, ${maker.name}, ARRAY[${maker.id}::uuid], s.reason,
      CASE WHEN s.state = 'REJECTED' THEN ${checker.id}::uuid END, CASE WHEN s.state = 'REJECTED' THEN ${checker.name} END,
      CASE WHEN s.state = 'REJECTED' THEN '金额偏高，请分批发放' END, s.decided_at, s.confirmed_at
    FROM seed_sheets s JOIN limit_batches b ON b.tenant_id = s.tenant_id AND b.id = s.id WHERE s.state IN ('SUBMITTED', 'REJECTED')`;
  await tx.$executeRaw`
    INSERT INTO approval_events (id, tenant_id, approval_id, action, actor_id, actor_name, reason, created_at)
    SELECT pg_temp.sid(99, n * 10 + nth, e.at), tenant_id, pg_temp.sid(98, n, confirmed_at), e.action, e.by_id, e.by, e.reason, e.at
    FROM seed_sheets CROSS JOIN LATERAL (VALUES (1, 'SUBMIT', ${maker.id}::uuid, ${maker.name}, reason, confirmed_at),
      (2, 'REJECT', ${checker.id}::uuid, ${checker.name}, '金额偏高，请分批发放', decided_at)) e(nth, action, by_id, by, reason, at)
    WHERE state IN ('SUBMITTED', 'REJECTED') AND e.at IS NOT NULL`;
}
