import type { Deps } from '../../core/deps.ts';
import type { Invariant } from '../area.ts';

/** What holds for approvals: two people, one decision. */
export const approvalInvariants: readonly Invariant[] = [
  {
    name: 'makerIsNotChecker',
    label: { zh: '经办与复核不是同一人', en: 'Maker ≠ checker on everything decided' },
    // By the append-only history too, whatever the approval itself says.
    violations: `SELECT a.subject_type || ' ' || a.subject_label AS what FROM approvals a
          WHERE a.checker_id = a.maker_id OR a.checker_id = ANY (a.maker_ids)
            OR EXISTS (SELECT FROM approval_events s JOIN approval_events d ON d.approval_id = s.approval_id AND d.actor_id = s.actor_id
                       WHERE s.approval_id = a.id AND s.action = 'SUBMIT' AND d.action IN ('APPROVE', 'REJECT'))`,
  },
  {
    name: 'decidedOnce',
    label: { zh: '每项审批恰有一次决定', en: 'Everything decided was decided exactly once' },
    violations: `SELECT a.subject_type || ' ' || a.subject_label AS what FROM approvals a
          WHERE (a.state <> 'PENDING')::int <>
            (SELECT count(*) FROM approval_events e WHERE e.approval_id = a.id AND e.action <> 'SUBMIT')`,
  },
  {
    name: 'whatWaitsIsWatched',
    label: {
      zh: '待审核的记录与审批一一对应',
      en: 'Whatever waits by its own state waits for exactly one decision, and nothing else does',
    },
    violations: waitingUnwatched,
  },
];

/** Subject by subject: what only the record or only the approval says is waiting. */
async function waitingUnwatched({ database: { pool }, registry }: Deps): Promise<string[]> {
  const found: string[] = [];
  for (const { type, label, waiting } of registry.approvals.values()) {
    const { rows } = await pool.query<{ id: string }>(
      `SELECT coalesce(w.id, a.subject_id) AS id FROM (${waiting}) w
       FULL JOIN (SELECT subject_id FROM approvals WHERE subject_type = $1 AND state = 'PENDING') a ON a.subject_id = w.id
       WHERE w.id IS NULL OR a.subject_id IS NULL`,
      [type],
    );
    found.push(...rows.map(({ id }) => `${label.zh} ${id}`));
  }
  return found;
}
