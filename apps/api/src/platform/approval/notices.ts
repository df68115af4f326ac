import { approvalStateWords } from '@xyxlx/contracts/approval';
import type { Approval } from '@xyxlx/database/client/client';
import type { Transaction } from '../db/transaction.ts';
import { notifyEach, notifyUsers } from '../live/notify-users.ts';
import { decidersOfEach, mayDo } from './deciders.ts';
import { type ApprovalSubject, type SubjectFacts, seenWith } from './subject.ts';

/** Tells whoever may decide each of these, all of one kind, that it waits for them. */
export async function notifyDeciders(
  tx: Transaction,
  subject: SubjectFacts,
  approvals: readonly Approval[],
): Promise<void> {
  const deciders = await decidersOfEach(tx, subject.permission, approvals, seenWith(subject));
  await notifyEach(
    tx,
    approvals.map(({ id, tenantId, subjectId, subjectLabel, merchantId, aboutId, makerName }, n) => ({
      tenantId,
      userIds: (deciders[n] ?? []).map((person) => person.id),
      kind: 'approval.pending',
      title: {
        zh: `待审批：${subject.label.zh} ${subjectLabel}（${makerName}提交）`,
        en: `To approve: ${subject.label.en} ${subjectLabel}, from ${makerName}`,
      },
      link: subject.link(subjectId, id, merchantId, aboutId),
    })),
  );
}

/** Tells who handed it in how it was decided. */
export async function notifyMaker(
  tx: Transaction,
  subject: ApprovalSubject,
  approval: Approval,
  action: 'approve' | 'reject',
): Promise<void> {
  const { tenantId, subjectLabel, makerId, decisionReason } = approval;
  if (!makerId) return;
  const { zh, en } = approvalStateWords[approval.state];
  const why = (colon: string) => (decisionReason ? `${colon}${decisionReason}` : '');
  await notifyUsers(tx, {
    tenantId,
    userIds: [makerId],
    kind: `approval.${action}`,
    title: {
      zh: `${subject.label.zh} ${subjectLabel} ${zh}${why('：')}`,
      en: `${subject.label.en} ${subjectLabel} was ${en.toLowerCase()}${why(': ')}`,
    },
    link: await makersLink(tx, subject, approval, makerId),
  });
}

/** Where its maker can open what was decided. */
async function makersLink(
  tx: Transaction,
  { link, ownLink }: ApprovalSubject,
  { id, tenantId, companyId, merchantId, subjectId, aboutId }: Approval,
  makerId: string,
): Promise<string> {
  const thing = { tenantId, companyId, merchantId, amount: null };
  if (ownLink && !(await mayDo(tx, ownLink.without, makerId, thing))) return ownLink.link(subjectId);
  return link(subjectId, id, merchantId, aboutId);
}
