import { type ApprovalDetail, type ApprovalRow, approvalTransitions } from '@xyxlx/contracts/approval';
import { allows } from '@xyxlx/contracts/transitions';
import type { Call } from '../../core/call.ts';
import type { Deps } from '../../core/deps.ts';
import type { Language } from '../../core/language.ts';
import type { Session } from '../../core/session.ts';
import { whyNotDecide } from '../../platform/approval/decide.ts';
import { decidersOf } from '../../platform/approval/deciders.ts';
import { comparedFields } from '../../platform/approval/record-change.ts';
import type { ApprovalSubject } from '../../platform/approval/subject.ts';
import type { ApprovalWithVisitors } from '../../platform/approval/visitor.ts';
import { seesMatter } from './read-matter.ts';

/** An approval as the caller sees it. */
export function presentApproval(
  { registry }: Pick<Deps, 'registry'>,
  row: ApprovalWithVisitors,
  session: Session,
  language: Language,
): ApprovalRow {
  const subject = registry.approvals.get(row.subjectType);
  const pending = allows(approvalTransitions, 'approve', row.state);
  const whyNot = pending && subject ? whyNotDecide(session, subject, row, 'APPROVE') : null;
  return {
    id: row.id,
    subjectType: row.subjectType,
    subjectTypeLabel: subject?.label ?? { zh: row.subjectType, en: row.subjectType },
    subjectId: row.subjectId,
    subjectLabel: row.subjectLabel,
    link: subject ? linkFor(session, subject, row) : null,
    amount: row.amount === null ? null : Number(row.amount),
    state: row.state,
    maker: { id: row.makerId, name: row.makerName, tenant: row.makerTenant },
    reason: row.reason,
    checker: row.checkerId
      ? { id: row.checkerId, name: row.checkerName ?? '', tenant: row.checkerTenant }
      : null,
    decisionReason: row.decisionReason,
    createdAt: row.createdAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    canDecide: pending && subject !== undefined && whyNot === null,
    whyNot: whyNot?.text[language] ?? null,
    canWithdraw:
      allows(approvalTransitions, 'withdraw', row.state) &&
      subject?.withdraw !== undefined &&
      row.makerId === session.userId,
  };
}

function linkFor(
  { userId, permissions }: Session,
  { link, ownLink }: ApprovalSubject,
  { id, subjectId, merchantId, makerId, aboutId }: ApprovalWithVisitors,
): string {
  if (ownLink && makerId === userId && !permissions.has(ownLink.without)) return ownLink.link(subjectId);
  return link(subjectId, id, merchantId, aboutId);
}

/** An approval with what happened to the thing whenever it was handed in, and who may decide it now. */
export async function approvalDetail(
  { session, request, deps }: Call<unknown, Session>,
  row: ApprovalWithVisitors,
): Promise<ApprovalDetail> {
  const { tenantId, subjectType, subjectId } = row;
  const { database, registry } = deps;
  const subject = registry.approvals.get(subjectType);
  const shown = presentApproval(deps, row, session, request.language);
  const [history, deciders, changes] = await Promise.all([
    database.prisma.approvalEvent.findMany({
      where: { tenantId, approval: { subjectType, subjectId } },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    }),
    row.state === 'PENDING' && subject ? decidersOf(database.pool, subject.permission, row) : [],
    comparedFields(database.pool, subject, row, request),
  ]);
  return {
    ...shown,
    history: history.map(({ action, actorId, actorName, reason, createdAt }) => ({
      action,
      actor: { id: actorId, name: actorName },
      reason,
      createdAt: createdAt.toISOString(),
    })),
    changes,
    canReveal: shown.canDecide && changes.some(({ field }) => isMasked(subject, field)),
    mayDecide: deciders.slice(0, 20).map(({ id, name }) => ({ id, name })),
    seesMatter: subject !== undefined && seesMatter(session, subject, row),
  };
}

function isMasked(subject: ApprovalSubject | undefined, field: string): boolean {
  return Object.values(subject?.changes ?? {}).some((column) => column.field === field && column.mask);
}
