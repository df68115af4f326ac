import { disableNestedLoops } from '../../platform/db/disable-nested-loops.ts';
import { rowOf, sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import type { JobKind } from '../../platform/jobs/job-kind.ts';

export interface BatchPayload {
  tenantId: string;
  batchId: string;
}

/** Works out what each row of an uploaded sheet would change, and what all of them together would cost. */
export const checkLimitBatch: JobKind<BatchPayload> = {
  kind: 'limitBatchCheck',
  title: { zh: '批量调额试算', en: 'Check of new limits' },
  permission: 'limit.upload',
  abandoned: async (tx, { payload: { tenantId, batchId }, state }) => {
    await tx.limitBatch.updateMany({
      where: { tenantId, id: batchId, state: 'CHECKING' },
      data: { state, version: { increment: 1 } },
    });
  },
  run: async ({ payload, steps }) => {
    await steps(async (tx, checked) => {
      if (checked) return null;
      const rows = await checkRows(tx, payload);
      return { checkpoint: true, done: rows };
    });
    return {
      state: 'SUCCEEDED',
      message: { zh: '试算完成，待确认', en: 'Checked, waiting to be confirmed' },
    };
  },
};

/** Judges all rows, then adds them up on the batch; returns how many there are. */
async function checkRows(tx: Transaction, { tenantId, batchId }: BatchPayload): Promise<number> {
  const { merchantId } = await tx.limitBatch.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id: batchId } },
  });
  await disableNestedLoops(tx);
  await tx.$executeRaw`
    WITH read AS (
      SELECT r.row_no, r.employee_no, r.new_limit AS wanted,
        lag(r.row_no) OVER (PARTITION BY r.employee_no ORDER BY r.row_no) AS twin
      FROM limit_batch_rows r WHERE r.tenant_id = ${tenantId}::uuid AND r.batch_id = ${batchId}::uuid),
    judged AS (
      SELECT read.row_no, e.id AS employee_id, e.name, l.available + l.used AS present, read.wanted, read.twin, e.state, l.available, l.lot_available
      FROM read
      LEFT JOIN employees e ON e.employee_no = read.employee_no AND e.tenant_id = ${tenantId}::uuid AND e.merchant_id = ${merchantId}::uuid
      LEFT JOIN limit_accounts l ON l.employee_id = e.id AND l.tenant_id = ${tenantId}::uuid AND l.merchant_id = ${merchantId}::uuid)
    UPDATE limit_batch_rows r SET employee_id = j.employee_id, employee_name = coalesce(j.name, r.employee_name),
      present_limit = j.present, message = coalesce(v.problem, ''),
      state = (CASE WHEN v.problem IS NOT NULL THEN 'FAILED' WHEN j.wanted = j.present THEN 'UNCHANGED' ELSE 'READY' END)
    FROM judged j CROSS JOIN LATERAL (
      SELECT CASE WHEN j.twin IS NOT NULL THEN 'twin:' || j.twin WHEN j.present IS NULL THEN 'missing' WHEN j.wanted IS NULL THEN 'amount'
        WHEN j.wanted = j.present THEN NULL WHEN j.state = 'LEFT' THEN 'left' WHEN j.present - j.wanted > j.available THEN 'short'
        WHEN j.present - j.wanted > j.available - j.lot_available THEN 'lots' END AS problem) v
    WHERE r.tenant_id = ${tenantId}::uuid AND r.batch_id = ${batchId}::uuid AND r.row_no = j.row_no`;
  const { total } = await rowOf<{ total: number }>(
    tx,
    sql`
    UPDATE limit_batches b SET total = s.total, changed = s.changed, unchanged = s.unchanged, failed = s.failed,
      increase_amount = s.increase, decrease_amount = s.decrease,
      state = (CASE WHEN s.changed > 0 THEN 'READY' WHEN s.unchanged > 0 AND s.failed = 0 THEN 'UNCHANGED' ELSE 'FAILED' END),
      version = version + 1, updated_at = now()
    FROM (
      SELECT count(*)::int AS total, count(*) FILTER (WHERE state = 'READY')::int AS changed,
        count(*) FILTER (WHERE state = 'UNCHANGED')::int AS unchanged, count(*) FILTER (WHERE state = 'FAILED')::int AS failed,
        coalesce(sum(new_limit - present_limit) FILTER (WHERE state = 'READY' AND new_limit > present_limit), 0) AS increase,
        coalesce(sum(present_limit - new_limit) FILTER (WHERE state = 'READY' AND new_limit < present_limit), 0) AS decrease
      FROM limit_batch_rows WHERE tenant_id = ${tenantId}::uuid AND batch_id = ${batchId}::uuid) s
    WHERE b.tenant_id = ${tenantId}::uuid AND b.id = ${batchId}::uuid RETURNING b.total`,
  );
  return total;
}
