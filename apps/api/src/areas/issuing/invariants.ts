import type { Invariant } from '../area.ts';

/** The invariants of issued batches. */
export const issueInvariants: readonly Invariant[] = [
  {
    name: 'issuedOncePerPeriod',
    label: { zh: '每个计划每期每人至多发放一次', en: 'Nobody gets the same period of a plan twice' },
    violations: `SELECT p.code || ' ' || r.period || ' ' || min(r.employee_no) AS what FROM issue_rows r
          JOIN issue_plans p ON p.tenant_id = r.tenant_id AND p.id = r.plan_id
          WHERE r.tenant_id = $1 AND r.plan_id IS NOT NULL
          GROUP BY p.code, r.plan_id, r.period, r.employee_id HAVING count(*) > 1`,
  },
  {
    name: 'issueRowsOnce',
    label: {
      zh: '发放批次：每个成功行恰好一个额度批、一条调额记录',
      en: 'Every issued row has exactly one lot and one adjustment that issued it',
    },
    violations: `SELECT b.batch_no || ' #' || r.row_no AS what FROM issue_rows r
          JOIN issue_batches b ON b.tenant_id = r.tenant_id AND b.id = r.batch_id
          LEFT JOIN (SELECT batch_id, row_no, count(*) AS lots FROM limit_lots
            WHERE tenant_id = $1 AND end_reason IS DISTINCT FROM 'MOVED' GROUP BY 1, 2) o ON o.batch_id = r.batch_id AND o.row_no = r.row_no
          LEFT JOIN limit_lots f ON f.tenant_id = r.tenant_id AND f.id = r.lot_id
          LEFT JOIN limit_adjustments a ON a.tenant_id = r.tenant_id AND a.lot_id = r.lot_id AND a.type = 'INCREASE'
          WHERE r.tenant_id = $1 AND (coalesce(o.lots, 0) <> CASE WHEN r.lot_id IS NULL THEN 0 ELSE 1 END
            OR (r.lot_id IS NOT NULL AND (f.amount, a.delta) IS DISTINCT FROM (r.amount, r.amount)))`,
  },
  {
    name: 'batchIsItsFlows',
    label: {
      zh: '发放批次：成功行合计 − 收回 = 资金流水',
      en: 'What a batch issued, less what was taken back, is what left the fund',
    },
    violations: `SELECT b.batch_no AS what FROM issue_batches b
          LEFT JOIN (SELECT batch_id, count(*) FILTER (WHERE lot_id IS NOT NULL) AS done,
              coalesce(sum(amount) FILTER (WHERE lot_id IS NOT NULL), 0) AS amount, sum(taken_back) AS back
            FROM issue_rows WHERE tenant_id = $1 GROUP BY 1) r ON r.batch_id = b.id
          LEFT JOIN (SELECT w.source_id, -sum(w.delta) AS moved FROM fund_flows w
            JOIN fund_accounts f ON f.tenant_id = w.tenant_id AND f.id = w.account_id AND f.kind = 'ENTERPRISE'
            WHERE w.tenant_id = $1 AND w.source_type = 'issueBatch' GROUP BY 1) w ON w.source_id = b.id
          WHERE b.tenant_id = $1 AND ((b.done, b.done_amount, b.taken_back_amount)
              IS DISTINCT FROM (coalesce(r.done, 0)::int, coalesce(r.amount, 0)::bigint, coalesce(r.back, 0)::bigint)
            OR b.done_amount - b.taken_back_amount <> coalesce(w.moved, 0))`,
  },
  {
    name: 'heldIsUndone',
    label: {
      zh: '发放批次：未结束的，冻结未用 = 未发放行合计；已结束的没有冻结',
      en: 'What is held for a batch at work is what it has left to issue; for one that has ended nothing is',
    },
    violations: `SELECT b.batch_no AS what FROM issue_batches b
          LEFT JOIN (SELECT source_id, sum(amount - used) AS held FROM fund_holds
            WHERE tenant_id = $1 AND source_type = 'issueBatch' AND state = 'HELD' GROUP BY 1) h ON h.source_id = b.id
          LEFT JOIN (SELECT batch_id, sum(amount) AS undone FROM issue_rows
            WHERE tenant_id = $1 AND state = 'READY' GROUP BY 1) r ON r.batch_id = b.id
          WHERE b.tenant_id = $1 AND coalesce(h.held, 0)
            <> CASE WHEN b.state IN ('SUBMITTED', 'SCHEDULED', 'RUNNING', 'STOPPED', 'VOIDING') THEN coalesce(r.undone, 0) ELSE 0 END`,
  },
  {
    name: 'runsWereApproved',
    label: {
      zh: '计划执行：计划版本已审批，金额不超过审批的 1.2 倍或另经审批',
      en: "A plan's run issues by an approved version, at most a fifth more than was approved, or was approved itself",
    },
    violations: `SELECT b.batch_no AS what FROM issue_batches b
          JOIN issue_plan_versions v ON v.tenant_id = b.tenant_id AND v.plan_id = b.plan_id AND v.no = b.plan_version
          WHERE b.tenant_id = $1 AND b.done > 0 AND (v.state NOT IN ('PUBLISHED', 'RETIRED')
            OR NOT EXISTS (SELECT FROM approvals a WHERE a.tenant_id = v.tenant_id AND a.id = v.approval_id AND a.state = 'APPROVED'
              AND a.checker_id <> a.maker_id)
            OR b.amount * 5 > v.most_amount * 6 AND NOT EXISTS (SELECT FROM approvals a WHERE a.tenant_id = b.tenant_id
              AND a.subject_type = 'planRun' AND a.subject_id = b.id AND a.state = 'APPROVED' AND a.checker_id IS DISTINCT FROM a.maker_id))`,
  },
];
