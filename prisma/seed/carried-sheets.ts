import type { Prisma } from '../client/client.ts';
import { demoPerson, tenantId } from './tenants.ts';

/**
 * Sheets of new limits that were carried out: two are waves of limits of one merchant each, the third gave what it took back hours later.
 * `unit` is the merchant's place by its people, `each` in fen.
 */
const terms = [
  {
    state: 'PARTLY_DONE',
    unit: 8,
    step: 2,
    made: '-60 days 9 hours',
    undone: null,
    reason: '月度餐补',
    each: null,
  },
  { state: 'DONE', unit: 7, step: 3, made: '-30 days 9 hours', undone: null, reason: '月度餐补', each: null },
  {
    ...{ state: 'UNDONE', unit: 9, step: 7, made: '-13 days 10 hours', undone: '-13 days 15 hours' },
    ...{ reason: '节日补贴', each: 10_000 },
  },
] as const;

/** How many there are: the numbers of later sheets go on from them. */
export const carriedSheets = terms.length;

/** Why the third was taken back. */
const undoReason = '表格有误，重新上传';

/** Begins the table of carried-out sheets, which the waves of limits are made with; an empty one where a seed has no sheets. */
export async function prepareCarriedSheets(tx: Prisma.TransactionClient, wanted: boolean): Promise<void> {
  const told = wanted ? terms.map((one, n) => ({ ...one, n: n + 1 })) : [];
  await tx.$executeRaw`
    CREATE TEMP TABLE seed_units ON COMMIT DROP AS
    SELECT m.id, m.name, m.tenant_id, row_number() OVER (ORDER BY count(*) DESC, m.merchant_no) AS nth FROM merchants m
    JOIN employees e ON e.tenant_id = m.tenant_id AND e.merchant_id = m.id AND e.state = 'ACTIVE'
    WHERE m.tenant_id = ${tenantId('A')}::uuid AND m.state = 'ACTIVE' GROUP BY m.tenant_id, m.id`;
  await tx.$executeRaw`
    CREATE TEMP TABLE seed_carried ON COMMIT DROP AS
    SELECT b.*, ${undoReason}::text AS undo_reason, 'LB' || lpad(b.n::text, 8, '0') AS batch_no, u.tenant_id, u.id AS merchant_id, u.name AS merchant,
      x.at, x.at - interval '20 minutes' AS made_at, t.midnight + b.undone AS undone_at,
      pg_temp.sid(96, b.n, x.at - interval '20 minutes') AS id, pg_temp.sid(100, b.n, coalesce(t.midnight + b.undone, x.at)) AS job_id
    FROM jsonb_to_recordset(${JSON.stringify(told)}::jsonb)
      AS b(n int, state text, unit int, step int, made interval, undone interval, reason text, each bigint)
    CROSS JOIN seed_time t CROSS JOIN LATERAL (SELECT t.midnight + b.made AS at) x JOIN seed_units u ON u.nth = b.unit`;
}

/** The sheets with their rows and the jobs that carried them out, once the limits are as they left them. */
export async function writeCarriedSheets(tx: Prisma.TransactionClient): Promise<void> {
  const maker = demoPerson('finance-maker');
  // Somebody's number was typed wrong in the first.
  await tx.$executeRaw`
    INSERT INTO limit_batch_rows (tenant_id, batch_id, row_no, id, employee_id, employee_no, employee_name, new_limit_text, present_limit, new_limit, state, message,
      adjustment_id, finished_at)
    WITH given AS (
      SELECT s.n, s.state, s.tenant_id, s.id AS batch_id, s.made_at, 1 + row_number() OVER (PARTITION BY s.id ORDER BY e.employee_no) AS row_no, e.id AS employee_id,
        e.employee_no, e.name, a.before, a.after, a.id AS adjustment_id, b.id AS undo_id, coalesce(b.created_at, a.created_at) AS finished_at
      FROM seed_carried s JOIN limit_adjustments a ON a.tenant_id = s.tenant_id AND a.batch_id = s.id AND a.undoes_id IS NULL
      JOIN employees e ON e.tenant_id = a.tenant_id AND e.id = a.employee_id
      LEFT JOIN limit_adjustments b ON b.tenant_id = a.tenant_id AND b.undoes_id = a.id),
    wrong AS (
      SELECT DISTINCT ON (batch_id) *, max(row_no) OVER (PARTITION BY batch_id) + 1 AS place FROM given WHERE state = 'PARTLY_DONE' ORDER BY batch_id, row_no)
    SELECT tenant_id, batch_id, row_no, pg_temp.sid(97, n * 1000 + row_no, made_at), employee_id, employee_no, name, to_char(after / 100.0, 'FM999999990.00'),
      before, after, CASE WHEN undo_id IS NULL THEN 'DONE' ELSE 'UNDONE' END, '', coalesce(undo_id, adjustment_id), finished_at FROM given
    UNION ALL
    SELECT tenant_id, batch_id, place, pg_temp.sid(97, n * 1000 + place, made_at), NULL, employee_no || 'X', name, to_char(after / 100.0, 'FM999999990.00'),
      NULL, after, 'FAILED', 'missing', NULL, NULL FROM wrong`;
  await tx.$executeRaw`
    INSERT INTO limit_batches (id, tenant_id, merchant_id, batch_no, file_name, sha256, state, reason, total, changed, failed, done, increase_amount, undone_amount,
      job_id, version, created_at, created_by, created_by_id, updated_at, updated_by)
    SELECT s.id, s.tenant_id, s.merchant_id, s.batch_no, '额度调整-' || s.merchant || '.xlsx', encode(sha256(convert_to('limit-batch/' || s.n, 'UTF8')), 'hex'), s.state,
      s.reason, r.total, r.done, r.total - r.done, r.done, r.increase, CASE s.state WHEN 'UNDONE' THEN r.increase ELSE 0 END, s.job_id,
      CASE s.state WHEN 'UNDONE' THEN 6 ELSE 4 END, s.made_at, ${maker.name}, ${maker.id}::uuid, coalesce(s.undone_at, s.at), ${maker.name}
    FROM seed_carried s JOIN (
      SELECT batch_id, count(*)::int AS total, count(adjustment_id)::int AS done, sum(new_limit - present_limit) AS increase
      FROM limit_batch_rows GROUP BY 1) r ON r.batch_id = s.id`;
  await tx.$executeRaw`
    INSERT INTO jobs (id, tenant_id, kind, state, permission, total, done, message, payload, origin, file_name, created_at, created_by_id, created_by, updated_at,
      started_at, finished_at)
    SELECT s.job_id, s.tenant_id, CASE s.state WHEN 'UNDONE' THEN 'limitBatchUndo' ELSE 'limitBatchRun' END, 'SUCCEEDED', 'limit.upload', b.total, b.total,
      CASE s.state WHEN 'UNDONE' THEN jsonb_build_object('zh', s.batch_no || ' 已撤销', 'en', s.batch_no || ' is taken back')
        ELSE jsonb_build_object('zh', format('%s 执行完成，成功 %s 行，失败 %s 行', s.batch_no, b.done, b.failed),
          'en', format('%s is carried out: %s rows done, %s failed', s.batch_no, b.done, b.failed)) END,
      jsonb_build_object('tenantId', s.tenant_id, 'batchId', s.id) || CASE s.state WHEN 'UNDONE' THEN jsonb_build_object('reason', s.undo_reason) ELSE '{}' END,
      '{}', b.file_name, x.at, ${maker.id}::uuid, ${maker.name}, x.at, x.at, x.at
    FROM seed_carried s JOIN limit_batches b ON b.tenant_id = s.tenant_id AND b.id = s.id
    CROSS JOIN LATERAL (SELECT coalesce(s.undone_at, s.at) AS at) x`;
}
