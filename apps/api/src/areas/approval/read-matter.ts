import type { ApprovalMatter, MatterPart, MatterValue } from '@xyxlx/contracts/approval-matter';
import { confidential } from '@xyxlx/contracts/confidential';
import type { Approval } from '@xyxlx/database/client/client';
import type { Call } from '../../core/call.ts';
import { recordMissing } from '../../core/errors.ts';
import { missingPermission } from '../../core/permit.ts';
import type { Session } from '../../core/session.ts';
import { findApproval } from '../../platform/approval/decide.ts';
import { matterOf, seenOf } from '../../platform/approval/matter.ts';
import type { ApprovalSubject } from '../../platform/approval/subject.ts';
import { type Queryable, rowsOf, sql } from '../../platform/db/sql.ts';
import { signalsOf } from './signals.ts';

/** What an approval is about, for whoever decides its kind, and for those with a hand in it. */
export async function getMatter(call: Call<{ id: string }, Session>): Promise<ApprovalMatter> {
  const { input, session, deps } = call;
  const { pool, prisma } = deps.database;
  const approval = await findApproval(prisma, session, { id: input.id });
  const subject = approval && deps.registry.approvals.get(approval.subjectType);
  if (!approval || !subject) throw recordMissing();
  if (!seesMatter(session, subject, approval)) throw missingPermission(subject.permission);
  const matter = await matterOf(pool, subject, approval);
  const [signals, makers] = await Promise.all([signalsOf(call, approval, matter), makersOf(pool, approval)]);
  return {
    id: approval.id,
    parts: matter.parts.map(leadingOnlyTo(session, approval)),
    signals,
    makers,
    seen: seenOf(matter),
  };
}

/** Who sees an approval in a list does not yet see the people and accounts that it is about. */
export function seesMatter(
  { userId, permissions }: Session,
  { permission }: Pick<ApprovalSubject, 'permission'>,
  { makerIds }: Pick<Approval, 'makerIds'>,
): boolean {
  return permissions.has(permission) || makerIds.includes(userId);
}

/** A part whose records lead on for who sees all of the tenant; for others those alone that they see with the approval. */
function leadingOnlyTo(
  { scope }: Session,
  { subjectId, merchantId, companyId }: Approval,
): (part: MatterPart) => MatterPart {
  if (scope.all || scope.tenant) return (part) => part;
  const shown = (value: MatterValue): MatterValue =>
    value?.type !== 'record' || [subjectId, merchantId, companyId].includes(value.record.id)
      ? value
      : { type: 'text', text: value.text };
  return (part) => {
    switch (part.type) {
      case 'facts':
        return { ...part, facts: part.facts.map((fact) => ({ ...fact, value: shown(fact.value) })) };
      case 'changes':
        return {
          ...part,
          changes: part.changes.map((change) => ({
            ...change,
            before: shown(change.before),
            after: shown(change.after),
          })),
        };
      case 'rows':
        return { ...part, rows: part.rows.map((row) => row.map(shown)) };
    }
  };
}

/** Who had a hand in it, who handed it in first. Whom a confidential one is about stands among its makers without having made it: left out. */
async function makersOf(
  client: Queryable,
  { tenantId, id, subjectType, makerId, makerIds }: Approval,
): Promise<ApprovalMatter['makers']> {
  const isConfidential = confidential.approvals.some((type) => type === subjectType);
  return rowsOf(
    client,
    sql`SELECT u.id, u.name FROM users u
        WHERE u.id = ANY(${makerIds}::uuid[]) AND (NOT ${isConfidential} OR EXISTS (
          SELECT FROM approval_events e JOIN approvals a ON a.tenant_id = e.tenant_id AND a.id = e.approval_id
          JOIN approvals me ON me.tenant_id = a.tenant_id AND me.subject_type = a.subject_type AND me.subject_id = a.subject_id
          WHERE me.tenant_id = ${tenantId}::uuid AND me.id = ${id}::uuid AND e.actor_id = u.id AND e.action = 'SUBMIT'))
        ORDER BY u.id IS DISTINCT FROM ${makerId}::uuid, u.name, u.id`,
  );
}
