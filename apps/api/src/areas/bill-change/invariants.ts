import type { Invariant } from '../area.ts';

/** The invariants of batches of adjustments. */
export const batchInvariants: readonly Invariant[] = [
  {
    name: 'batchRowsOnce',
    label: { zh: '批量调额每行恰好一次', en: 'Every row of a batch adjustment took effect exactly once' },
    violations: `SELECT b.batch_no || ' #' || r.row_no AS what FROM limit_batch_rows r
          JOIN limit_batches b ON b.tenant_id = r.tenant_id AND b.id = r.batch_id
          WHERE r.tenant_id = $1 AND (r.state IN ('DONE', 'UNDONE')) <> (r.adjustment_id IS NOT NULL)
          UNION ALL
          SELECT b.batch_no || ' ' || a.employee_id FROM limit_adjustments a
          JOIN limit_batches b ON b.tenant_id = a.tenant_id AND b.id = a.batch_id
          WHERE a.tenant_id = $1 AND a.undoes_id IS NULL GROUP BY b.batch_no, a.batch_id, a.employee_id HAVING count(*) > 1`,
  },
];
