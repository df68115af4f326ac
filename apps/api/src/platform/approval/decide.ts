import { type ApprovalAction, approvalTransitions } from '@xyxlx/contracts/approval';
import type { Approval } from '@xyxlx/database/client/client';
import type { Caller } from '../../core/caller.ts';
import { Refusal } from '../../core/errors.ts';
import { missingPermission } from '../../core/permit.ts';
import type { Session } from '../../core/session.ts';
import { change, type Transaction } from '../db/transaction.ts';
import { logChange } from '../operation-log/operation-log.ts';
import { mustAllow } from '../records/stateful-record.ts';
import { approvalScope } from './approval-scope.ts';
import { isOverCeiling, OverCeiling } from './ceiling.ts';
import { decidersOf } from './deciders.ts';
import { forgetMakers } from './draft-makers.ts';
import { inApproval } from './in-approval.ts';
import { matterOf, seenOf } from './matter.ts';
import { notifyMaker } from './notices.ts';
import { refuseRestricted } from './restricted.ts';
import type { ApprovalSubject } from './subject.ts';
import { tellDeciders } from './tell-deciders.ts';
import { type ApprovalWithVisitors, visitingFrom, withVisitors } from './visitor.ts';

interface DecisionInput<T> {
  reason?: string | null;
  /** The version of the thing that the caller saw. */
  version?: number | null;
  /** What they saw of the matter, as `seenOf` names it; approving throws 406 where that is another by now. */
  seen?: string | undefined;
  /** What the endpoint answers, read in the same transaction. */
  answer?: (tx: Transaction) => Promise<T>;
}

const actions = { APPROVE: 'approve', REJECT: 'reject', WITHDRAW: 'withdraw' } as const;

const states = { table: approvalTransitions, refusal: alreadyDecided };

/** The approval that the caller may see, the newest about a thing, or null. */
export async function findApproval(
  client: Pick<Transaction, 'approval'>,
  session: Session,
  which: { id: string } | { subjectType: string; subjectId: string },
): Promise<ApprovalWithVisitors | null> {
  return client.approval.findFirst({
    include: withVisitors,
    where: { AND: [approvalScope(session), which] },
    // Of several about one subject the newest is the one that can be waiting.
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
}

/** Decides what waits about a thing, for the endpoints of its own area; 406 已被处理 when nothing does. */
export async function decideOn<T>(
  caller: Caller,
  subject: ApprovalSubject,
  subjectId: string,
  kind: 'APPROVE' | 'REJECT',
  input: DecisionInput<T>,
): Promise<T> {
  const which = { subjectType: subject.type, subjectId };
  const approval = await findApproval(caller.deps.database.prisma, caller.session, which);
  if (!approval) throw alreadyDecided();
  return decide(caller, subject, approval, kind, input);
}

/** Decides an approval and carries it out in one transaction; of two who decide at once, one gets 406 已被处理. */
export async function decide<T = void>(
  caller: Caller,
  subject: ApprovalSubject,
  approval: Approval,
  kind: Exclude<ApprovalAction, 'SUBMIT'>,
  { reason = null, version = null, seen, answer }: DecisionInput<T>,
): Promise<T> {
  const { session, deps } = caller;
  const refusal = whyNotDecide(session, subject, approval, kind);
  if (refusal instanceof OverCeiling) {
    throw new OverCeiling(session, await decidersOf(deps.database.pool, subject.permission, approval));
  }
  if (refusal) throw refusal;
  // A caller who is too late is told so without a transaction.
  mustAllow(states, actions[kind], approval);
  return change(caller, async (tx) => {
    const decided = await take(tx, caller, approval, kind, reason);
    const decision = { ...caller, approval: decided, reason, version };
    if (seen && seen !== seenOf(await matterOf(tx, subject, decided))) throw anotherMatter();
    if (kind === 'APPROVE' && subject.madeWith) await refuseRestricted(tx, session, [approval], caller.now);
    if (kind === 'APPROVE') {
      await forgetMakers(tx, subject, decided);
      await subject.approve(tx, decision);
    } else if (kind === 'REJECT') await subject.reject(tx, decision);
    else await subject.withdraw?.(tx, decision);
    await record(tx, caller, subject, decided, kind, reason);
    await tellDeciders(tx, subject, [approval]);
    return (await answer?.(tx)) as T;
  });
}

/** Why the caller may not decide, or null: no maker ever checks, and only who handed it in withdraws it. */
export function whyNotDecide(
  session: Session,
  subject: ApprovalSubject,
  { makerId, makerIds, amount }: Approval,
  kind: ApprovalAction,
): Refusal | null {
  if (kind === 'WITHDRAW') {
    if (makerId !== session.userId) return onlyTheMaker();
    return subject.withdraw ? null : notWithdrawable();
  }
  // First: no permission would change it.
  if (makerIds.includes(session.userId)) return notTheMaker();
  if (!session.permissions.has(subject.permission)) return missingPermission(subject.permission);
  return isOverCeiling(session, amount) ? new OverCeiling(session) : null;
}

/** The one guarded update that decides who was first. */
async function take(
  tx: Transaction,
  { session, now }: Caller,
  { id, tenantId }: Approval,
  kind: Exclude<ApprovalAction, 'SUBMIT'>,
  reason: string | null,
): Promise<Approval> {
  const checker = kind === 'WITHDRAW' ? null : session;
  const { from, to } = approvalTransitions.actions[actions[kind]];
  const [row] = await tx.approval.updateManyAndReturn({
    where: { id, tenantId, state: { in: [...from] } },
    data: {
      state: to[0],
      checkerId: checker?.userId ?? null,
      checkerName: checker?.userName ?? null,
      checkerTenantId: checker && visitingFrom(checker, tenantId),
      decisionReason: reason,
      decidedAt: now,
    },
  });
  if (!row) throw alreadyDecided();
  return row;
}

async function record(
  tx: Transaction,
  caller: Caller,
  subject: ApprovalSubject,
  approval: Approval,
  kind: Exclude<ApprovalAction, 'SUBMIT'>,
  reason: string | null,
): Promise<void> {
  const { session } = caller;
  const { tenantId, subjectId, subjectLabel } = approval;
  const action = actions[kind];
  const { state } = approval;
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
  await logChange(tx, inApproval(caller, action, subject), {
    tenantId,
    id: subjectId,
    label: subjectLabel,
    before: { state: 'PENDING' },
    after: { state },
    reason,
  });
  if (action !== 'withdraw') await notifyMaker(tx, subject, approval, action);
}

/** It would do something else than the checker has looked at. */
function anotherMatter(): Refusal {
  return new Refusal({
    zh: '事项内容已有变化，请重新查看后再审批',
    en: 'The matter has changed since you looked at it: look again before you decide',
  });
}

/** Somebody else was first. */
function alreadyDecided(): Refusal {
  return new Refusal({ zh: '已被处理', en: 'It has been decided already' });
}

function notTheMaker(): Refusal {
  return new Refusal({
    zh: '经办人不能审批自己提交的事项',
    en: 'What you submitted must be checked by somebody else',
  });
}

function onlyTheMaker(): Refusal {
  return new Refusal({ zh: '只有提交人可以撤回', en: 'Only who submitted it can withdraw it' });
}

function notWithdrawable(): Refusal {
  return new Refusal({ zh: '该事项不能撤回', en: 'This can not be withdrawn' });
}
