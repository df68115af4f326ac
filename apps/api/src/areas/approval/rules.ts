import type { ApprovalRule, approval as contract } from '@xyxlx/contracts/approval';
import type { ApprovalThreshold } from '@xyxlx/database/client/client';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { Refusal, recordMissing, staleVersion } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import type { ApprovalSubject } from '../../platform/approval/subject.ts';
import { submitForApproval } from '../../platform/approval/submit.ts';
import { change } from '../../platform/db/transaction.ts';
import { yuanText } from '../../platform/money/yuan-text.ts';
import { nextVersion } from '../../platform/records/next-version.ts';
import { approvalThreshold } from './threshold-change.ts';

/** What waits for a checker in the caller's tenant. */
export async function rulesOf(call: Call<unknown, Session>): Promise<ApprovalRule[]> {
  const { session, deps } = call;
  const own = await deps.database.prisma.approvalThreshold.findMany({
    where: { tenantId: session.tenantId },
  });
  const byType = new Map(own.map((row) => [row.subjectType, row]));
  return [...deps.registry.approvals.values()].map((subject) =>
    presentRule(subject, byType.get(subject.type)),
  );
}

/** Hands a new threshold in; until somebody else approves it the present one holds. */
export async function proposeThreshold(
  call: Call<z.output<typeof contract.editThreshold.input>, Session>,
): Promise<ApprovalRule> {
  const { input, session, deps } = call;
  const { tenantId, userName } = session;
  const { subjectType, version, amount, dayAmount, count, dayCount, reason } = input;
  const subject = deps.registry.approvals.get(subjectType);
  const present = subject?.threshold;
  if (!subject || !present) throw recordMissing();
  if ((count === null) !== (present.count === null) || (dayCount === null) !== (present.dayCount === null)) {
    throw countsDoNotFit(present.count === null);
  }
  return change(call, async (tx) => {
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
      subjectLabel: `${subject.label.zh} 单次 ${words(amount, count)}，当日 ${words(dayAmount, dayCount)}`,
      reason,
    });
    const row = await tx.approvalThreshold.update({
      where: at,
      data: {
        proposedAmount: amount,
        proposedDayAmount: dayAmount,
        proposedCount: count,
        proposedDayCount: dayCount,
        ...nextVersion(session, deps.clock.businessNow()),
      },
    });
    return presentRule(subject, row);
  });
}

function words(amount: number, count: number | null): string {
  return count === null ? `${yuanText(amount)} 元` : `${yuanText(amount)} 元 / ${count} 条`;
}

function countsDoNotFit(without: boolean): Refusal {
  return without
    ? new Refusal({
        zh: '该类操作逐条办理，没有条数阈值',
        en: 'Acts of this kind are done one by one: no counts',
      })
    : new Refusal({ zh: '请同时填写条数阈值', en: 'Give the counts as well' });
}

function presentRule(
  { type, label, permission, madeWith, threshold }: ApprovalSubject,
  own: ApprovalThreshold | undefined,
): ApprovalRule {
  return {
    subjectType: type,
    label,
    permission,
    madeWith: madeWith ?? null,
    threshold: threshold
      ? {
          amount: Number(own?.amount ?? threshold.amount),
          dayAmount: Number(own?.dayAmount ?? threshold.dayAmount),
          count: own?.count ?? threshold.count,
          dayCount: own?.dayCount ?? threshold.dayCount,
          proposed:
            own?.proposedAmount == null
              ? null
              : {
                  amount: Number(own.proposedAmount),
                  dayAmount: Number(own.proposedDayAmount),
                  count: own.proposedCount,
                  dayCount: own.proposedDayCount,
                },
          version: own?.version ?? 0,
        }
      : null,
  };
}
