import { jobTransitions } from '@xyxlx/contracts/job';
import type pg from 'pg';

/** Of a tenant's: an import nobody confirmed is cancelled after a day; the rows of an ended one are kept for a month, for its report. */
export async function deleteOldImports(
  pool: Pick<pg.Pool, 'query'>,
  tenantId: string,
  now: Date,
): Promise<void> {
  const { from, to } = jobTransitions.automatic.expire;
  await pool.query(
    `UPDATE jobs j SET state = $3, finished_at = $1, updated_at = $1,
       message = '{"zh": "超过一天未确认，已取消", "en": "Not confirmed within a day, cancelled"}'
     WHERE tenant_id = $2 AND state = ANY($4) AND updated_at < $1::timestamptz - interval '1 day'
       AND NOT EXISTS (SELECT FROM approvals a WHERE a.tenant_id = coalesce((j.payload #>> '{params,tenantId}')::uuid, j.tenant_id)
         AND a.subject_id = j.id AND a.state = 'PENDING')`,
    [now, tenantId, to[0], from],
  );
  await pool.query(
    `DELETE FROM import_rows r USING jobs j
     WHERE r.tenant_id = $2 AND j.tenant_id = $2 AND j.id = r.job_id AND j.finished_at < $1::timestamptz - interval '30 days'`,
    [now, tenantId],
  );
}
