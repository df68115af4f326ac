import type { Approval, ApprovalAction } from '@xyxlx/database/client/client';
import type { Deps } from '../../deps.ts';
import type { Session } from '../../sessions/session.ts';
import { Refusal, recordMissing } from '../../wire/errors.ts';
import type { RequestInfo } from '../../wire/implement.ts';
import { missingPermission } from '../../wire/permit.ts';
import { notifyUser } from '../notify.ts';
import { logOperation } from '../operation-log.ts';
import { inMoneyTransaction, type Transaction } from '../transaction.ts';
import { approvalScope } from './scope.ts';
import type { ApprovalSubject } from './subject.ts';
import { overCeiling } from './submit.ts';

interface Caller {
  session: Session;
  request: RequestInfo;
  deps: Deps;
}

const outcomes = {
  APPROVE: { state: 'APPROVED', zh: '已通过', en: 'approved', action: 'approve' },
  REJECT: { state: 'REJECTED', zh: '已驳回', en: 'rejected', action: 'reject' },
  WITHDRAW: { state: 'WITHDRAWN', zh: '已撤回', en: 'withdrawn', action: 'withdraw' },
} as const;

/** An approval that the caller may see, or 406 as if there were none. */
export async function findApproval(
  client: Pick<Transaction, 'approval'>,
  session: Session,
  which: { id: string } | { subjectType: string; subjectId: string },
): Promise<Approval> {
  const row = await client.approval.findFirst({
    where: { AND: [approvalScope(session), which] },
    // Of several about one subject the newest is the one that can be waiting.
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
  if (!row) throw recordMissing();
  return row;
}

/** Decides an approval and carries it out in one transaction; of two who decide at once, one gets 406 已被处理. */
export async function decide<T = void>(
  caller: Caller,
  subject: ApprovalSubject,
  approval: Approval,
  kind: Exclude<ApprovalAction, 'SUBMIT'>,
  reason: string | null,
  /** What the endpoint answers, read in the same transaction. */
  answer?: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const refusal = whyNotDecide(caller.session, subject, approval, kind);
  if (refusal) throw refusal;
  return inMoneyTransaction(caller.deps.database, caller.session, async (tx) => {
    const decided = await take(tx, caller, approval, kind, reason);
    const decision = { approval: decided, ...caller, reason };
    if (kind === 'APPROVE') await subject.approve(tx, decision);
    else if (kind === 'REJECT') await subject.reject(tx, decision);
    else await subject.withdraw?.(tx, decision);
    await record(tx, caller, subject, decided, kind, reason);
    return (await answer?.(tx)) as T;
  });
}

/** Why the caller may not decide, or null: the maker never checks, and only the maker withdraws. */
export function whyNotDecide(
  session: Session,
  subject: ApprovalSubject,
  { makerId, amount }: Approval,
  kind: ApprovalAction,
): Refusal | null {
  const isMaker = makerId === session.userId;
  if (kind === 'WITHDRAW') {
    if (!isMaker) return onlyTheMaker();
    return subject.withdraw ? null : notWithdrawable();
  }
  if (!session.permissions.has(subject.permission)) return missingPermission(subject.permission);
  return isMaker ? notTheMaker() : overCeiling(session, amount);
}

/** The one guarded update that decides who was first. */
async function take(
  tx: Transaction,
  { session, deps }: Caller,
  { id, tenantId }: Approval,
  kind: Exclude<ApprovalAction, 'SUBMIT'>,
  reason: string | null,
): Promise<Approval> {
  const checker = kind === 'WITHDRAW' ? null : session;
  const [row] = await tx.approval.updateManyAndReturn({
    where: { id, tenantId, state: 'PENDING' },
    data: {
      state: outcomes[kind].state,
      checkerId: checker?.userId ?? null,
      checkerName: checker?.userName ?? null,
      decisionReason: reason,
      decidedAt: deps.clock.businessNow(),
    },
  });
  if (!row) throw alreadyDecided();
  return row;
}

async function record(
  tx: Transaction,
  { session, request }: Caller,
  subject: ApprovalSubject,
  approval: Approval,
  kind: Exclude<ApprovalAction, 'SUBMIT'>,
  reason: string | null,
): Promise<void> {
  const { tenantId, subjectId, subjectLabel } = approval;
  const { state, zh, en, action } = outcomes[kind];
  await tx.approvalEvent.create({
    data: {
      tenantId,
      approvalId: approval.id,
      action: kind,
      actorId: session.userId,
      actorName: session.userName,
      reason,
    },
  });
  await logOperation(
    tx,
    { session, request },
    {
      tenantId,
      module: 'approval',
      action,
      target: { type: subject.type, id: subjectId, label: subjectLabel },
      before: { state: 'PENDING' },
      after: { state },
      ...(reason && { reason }),
    },
  );
  if (kind === 'WITHDRAW') return;
  await notifyUser(tx, {
    tenantId,
    userId: approval.makerId,
    kind: `approval.${action}`,
    title: {
      zh: `${subject.label.zh} ${subjectLabel} ${zh}${reason ? `：${reason}` : ''}`,
      en: `${subject.label.en} ${subjectLabel} was ${en}${reason ? `: ${reason}` : ''}`,
    },
    link: subject.link(subjectId),
  });
}

/** Somebody else was first. */
export function alreadyDecided(): Refusal {
  return new Refusal({ zh: '已被处理', en: 'It has been decided already' });
}

function notTheMaker(): Refusal {
  return new Refusal({
    zh: '经办人不能审批自己提交的事项',
    en: 'What you handed in must be checked by somebody else',
  });
}

function onlyTheMaker(): Refusal {
  return new Refusal({ zh: '只有提交人可以撤回', en: 'Only who handed it in can withdraw it' });
}

function notWithdrawable(): Refusal {
  return new Refusal({ zh: '该事项不能撤回', en: 'This can not be withdrawn' });
}
