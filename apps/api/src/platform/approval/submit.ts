import type { Approval } from '@xyxlx/database/client/client';
import type { Session } from '../../sessions/session.ts';
import { Refusal } from '../../wire/errors.ts';
import type { RequestInfo } from '../../wire/implement.ts';
import { notifyHolders } from '../notify.ts';
import { logOperation } from '../operation-log.ts';
import type { Transaction } from '../transaction.ts';
import type { ApprovalSubject } from './subject.ts';

/** A thing as its maker hands it in. */
export interface Submission {
  /** The record's own tenant where it is not the maker's. */
  tenantId?: string;
  subjectId: string;
  /** Its number or name, as to-dos and the log show it. */
  subjectLabel: string;
  /** In fen; checked against the ceilings of maker and checker. */
  amount?: number;
  companyId?: string | null;
  merchantId?: string | null;
  reason?: string;
}

/** Hands a thing in for approval, in the transaction that makes it wait; 406 when it is waiting already or over the maker's ceiling. */
export async function submitForApproval(
  tx: Transaction,
  { session, request }: { session: Session; request: RequestInfo },
  subject: ApprovalSubject,
  { tenantId = session.tenantId, amount, ...submission }: Submission,
): Promise<Approval> {
  const refusal = overCeiling(session, amount);
  if (refusal) throw refusal;
  const isWaiting = await tx.approval.findFirst({
    where: { tenantId, subjectType: subject.type, subjectId: submission.subjectId, state: 'PENDING' },
  });
  if (isWaiting) throw waitingAlready();
  const approval = await tx.approval.create({
    data: {
      ...submission,
      tenantId,
      amount: amount ?? null,
      subjectType: subject.type,
      makerId: session.userId,
      makerName: session.userName,
    },
  });
  await tx.approvalEvent.create({
    data: {
      tenantId,
      approvalId: approval.id,
      action: 'SUBMIT',
      actorId: session.userId,
      actorName: session.userName,
      reason: submission.reason ?? null,
    },
  });
  await logOperation(
    tx,
    { session, request },
    {
      tenantId,
      module: 'approval',
      action: 'submit',
      target: { type: subject.type, id: approval.subjectId, label: approval.subjectLabel },
      after: { state: 'PENDING', ...(amount !== undefined && { amount }) },
      ...(submission.reason && { reason: submission.reason }),
    },
  );
  await notifyHolders(tx, {
    tenantId,
    permission: subject.permission,
    exceptUserId: session.userId,
    kind: 'approval.pending',
    title: {
      zh: `待审批：${subject.label.zh} ${approval.subjectLabel}（${session.userName}提交）`,
      en: `To approve: ${subject.label.en} ${approval.subjectLabel}, from ${session.userName}`,
    },
    link: subject.link(approval.subjectId),
  });
  return approval;
}

/** The refusal of an amount in fen over what the caller's roles let them move or approve, or null. */
export function overCeiling(
  { amountCeiling }: Session,
  amount: number | bigint | null | undefined,
): Refusal | null {
  if (amountCeiling === null || amount === null || amount === undefined || amount <= amountCeiling)
    return null;
  return new Refusal({
    zh: `金额超出您的权限上限 ${yuan(amountCeiling)} 元`,
    en: `The amount is over your ceiling of ¥${yuan(amountCeiling)}`,
  });
}

function yuan(fen: number): string {
  return (fen / 100).toFixed(2);
}

function waitingAlready(): Refusal {
  return new Refusal({ zh: '已提交审批，请勿重复提交', en: 'It has been handed in for approval already' });
}
