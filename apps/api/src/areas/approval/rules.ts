import type { ApprovalRule, approval as contract } from '@xyxlx/contracts/approval';
import type { ApprovalThreshold } from '@xyxlx/database/client/client';
import type { z } from 'zod';
import { approvalSubjects } from '../../approval-subjects.ts';
import type { ApprovalSubject } from '../../platform/approval/subject.ts';
import { submitForApproval } from '../../platform/approval/submit.ts';
import { nextVersion } from '../../platform/next-version.ts';
import { inMoneyTransaction } from '../../platform/transaction.ts';
import { yuanText } from '../../platform/yuan-text.ts';
import type { Session } from '../../sessions/session.ts';
import { recordMissing, staleVersion } from '../../wire/errors.ts';
import type { Call } from '../../wire/implement.ts';
import { approvalThreshold } from './threshold-change.ts';

/** What waits for a checker in the caller's tenant. */
export async function rulesOf({ session, deps }: Call<unknown, Session>): Promise<ApprovalRule[]> {
  const own = await deps.database.prisma.approvalThreshold.findMany({
    where: { tenantId: session.tenantId },
  });
  const byType = new Map(own.map((row) => [row.subjectType, row]));
  return [...approvalSubjects.values()].map((subject) => presentRule(subject, byType.get(subject.type)));
}

/** Hands a new threshold in; until somebody else approves it the present one holds. */
export async function proposeThreshold(
  call: Call<z.output<typeof contract.editThreshold.input>, Session>,
): Promise<ApprovalRule> {
  const { input, session, deps } = call;
  const { tenantId, userName } = session;
  const { subjectType, version, amount, count, reason } = input;
  const subject = approvalSubjects.get(subjectType);
  const present = subject?.threshold;
  if (!subject || !present) throw recordMissing();
  return inMoneyTransaction(deps.database, session, async (tx) => {
    const at = { tenantId_subjectType: { tenantId, subjectType } };
    const before = await tx.approvalThreshold.findUnique({ where: at });
    if ((before?.version ?? 0) !== version) throw staleVersion();
    const { id } =
      before ??
      (await tx.approvalThreshold.create({
        data: { tenantId, subjectType, ...present, createdBy: userName },
      }));
    await submitForApproval(tx, call, approvalThreshold, {
      subjectId: id,
      subjectLabel: `${subject.label.zh} ${yuanText(amount)} 元 / ${count} 条`,
      reason,
    });
    const row = await tx.approvalThreshold.update({
      where: at,
      data: {
        proposedAmount: amount,
        proposedCount: count,
        ...nextVersion(session, deps.clock.businessNow()),
      },
    });
    return presentRule(subject, row);
  });
}

function presentRule(
  { type, label, permission, threshold }: ApprovalSubject,
  own: ApprovalThreshold | undefined,
): ApprovalRule {
  return {
    subjectType: type,
    label,
    permission,
    threshold: threshold
      ? {
          amount: Number(own?.amount ?? threshold.amount),
          count: own?.count ?? threshold.count,
          proposed:
            own?.proposedAmount == null
              ? null
              : { amount: Number(own.proposedAmount), count: own.proposedCount ?? 0 },
          version: own?.version ?? 0,
        }
      : null,
  };
}
