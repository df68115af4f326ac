import type { Deps } from '../../core/deps.ts';
import type { Invariant } from '../area.ts';

/** The invariants of approvals: two people, one decision, and money that moved with an approval or within a threshold. */
export const approvalInvariants: readonly Invariant[] = [
  {
    name: 'makerIsNotChecker',
    label: { zh: '经办与复核不是同一人', en: 'Maker ≠ checker on everything decided' },
    // By the append-only history too, not by the approval alone.
    violations: `SELECT a.subject_type || ' ' || a.subject_label AS what FROM approvals a
          WHERE a.tenant_id = $1 AND (a.checker_id = a.maker_id OR a.checker_id = ANY (a.maker_ids)
            OR EXISTS (SELECT FROM approval_events s
                       JOIN approval_events d ON d.tenant_id = s.tenant_id AND d.approval_id = s.approval_id AND d.actor_id = s.actor_id
                       WHERE s.tenant_id = a.tenant_id AND s.approval_id = a.id AND s.action = 'SUBMIT'
                         AND d.action IN ('APPROVE', 'REJECT')))`,
  },
  {
    name: 'decidedOnce',
    label: { zh: '每项审批恰有一次决定', en: 'Everything decided was decided exactly once' },
    violations: `SELECT a.subject_type || ' ' || a.subject_label AS what FROM approvals a
          WHERE a.tenant_id = $1 AND (a.state <> 'PENDING')::int <>
            (SELECT count(*) FROM approval_events e
             WHERE e.tenant_id = a.tenant_id AND e.approval_id = a.id AND e.action <> 'SUBMIT')`,
  },
  {
    name: 'whatWaitsIsWatched',
    label: {
      zh: '待审核的记录与审批一一对应',
      en: 'Whatever waits by its own state waits for exactly one decision, and nothing else does',
    },
    violations: waitingUnwatched,
  },
  {
    name: 'makerDaysAreTheirActs',
    label: { zh: '经办人当日累计 = Σ 资金操作', en: "A maker's day = Σ their acts, alone and approved" },
    violations: `SELECT coalesce(d.kind, a.kind) || ' ' || coalesce(d.day, a.day)::text || ' ' || coalesce(d.maker_id, a.maker_id) AS what
          FROM (SELECT * FROM maker_days WHERE tenant_id = $1) d FULL JOIN (
            SELECT tenant_id, kind, maker_id, day, sum(amount) AS amount, sum(count) AS count,
              coalesce(sum(amount) FILTER (WHERE within_amount IS NOT NULL), 0) AS alone_amount,
              coalesce(sum(count) FILTER (WHERE within_amount IS NOT NULL), 0) AS alone_count
            FROM money_acts WHERE tenant_id = $1 GROUP BY 1, 2, 3, 4) a USING (tenant_id, kind, maker_id, day)
          WHERE (d.amount, d.count, d.alone_amount, d.alone_count) IS DISTINCT FROM (a.amount, a.count, a.alone_amount, a.alone_count)`,
  },
  {
    name: 'actsMovedWhatTheySay',
    label: {
      zh: '单笔调额与其资金操作逐日一致',
      en: "What single adjustments moved is what their makers' acts say, day by day",
    },
    violations: `SELECT coalesce(m.kind, a.kind) || ' ' || coalesce(m.day, a.day)::text || ' ' || coalesce(m.maker_id, a.maker_id) AS what
          FROM (SELECT tenant_id, CASE WHEN undoes_id IS NULL THEN 'limitAdjustment' ELSE 'limitAdjustmentUndo' END AS kind,
                  created_by_id AS maker_id, (created_at AT TIME ZONE 'Asia/Shanghai')::date AS day, sum(abs(delta)) AS amount
                FROM limit_adjustments
                WHERE tenant_id = $1 AND source = 'SINGLE' AND type <> 'FREEZE' AND (approval_id IS NOT NULL OR within_amount IS NOT NULL)
                GROUP BY 1, 2, 3, 4) m
          FULL JOIN (SELECT tenant_id, kind, maker_id, day, sum(amount) AS amount FROM money_acts
                WHERE tenant_id = $1 AND kind IN ('limitAdjustment', 'limitAdjustmentUndo') GROUP BY 1, 2, 3, 4) a USING (tenant_id, kind, maker_id, day)
          WHERE m.amount IS DISTINCT FROM a.amount`,
  },
];

/** Subject by subject: what only the record or only the approval says is waiting. */
async function waitingUnwatched({ database: { pool, prisma }, registry }: Deps): Promise<string[]> {
  const found: string[] = [];
  const tenants = await prisma.tenant.findMany({ select: { id: true } });
  for (const { type, label, waiting } of registry.approvals.values()) {
    for (const tenant of tenants) {
      const { rows } = await pool.query<{ id: string }>(
        `SELECT coalesce(w.id, a.subject_id) AS id FROM (${waiting}) w
         FULL JOIN (SELECT subject_id FROM approvals WHERE tenant_id = $1 AND subject_type = $2 AND state = 'PENDING') a
           ON a.subject_id = w.id
         WHERE w.id IS NULL OR a.subject_id IS NULL`,
        [tenant.id, type],
      );
      found.push(...rows.map(({ id }) => `${label.zh} ${id}`));
    }
  }
  return found;
}
