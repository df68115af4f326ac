import type { Approval, Prisma } from '@xyxlx/database/client/client';
import type { RequestInfo } from '../../core/call.ts';
import type { Clock } from '../../core/clock.ts';
import { Refusal } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { rowOf, sql } from '../db/sql.ts';
import type { Transaction } from '../db/transaction.ts';
import { notifyUsers } from '../live/notify.ts';
import { logOperation } from '../operation-log/operation-log.ts';
import { isOverCeiling, OverCeiling } from './ceiling.ts';
import { decidersOf } from './deciders.ts';
import type { ApprovalSubject, SubjectFacts } from './subject.ts';

/** A thing as its maker hands it in. */
export interface Submission {
  /** The record's own tenant where it is not the maker's. */
  tenantId?: string;
  /** The record that waits; left out where the approval itself is all there is of it. */
  subjectId?: string;
  /** Its number or name, as to-dos and the log show it. */
  subjectLabel: string;
  /** In fen; checked against the ceilings of maker and checker. */
  amount?: number;
  companyId?: string | null;
  merchantId?: string | null;
  reason?: string;
  /** What is to be done, where the record doesn't say it itself. */
  act?: Prisma.InputJsonObject;
  /** Who else had a hand in it, besides those who handed it in before. */
  alsoMadeBy?: readonly (string | null)[];
}

export interface Maker {
  session: Session;
  request: RequestInfo;
}

/** Hands a thing in for approval, in the transaction that makes it wait; 406 when it is waiting already or over the maker's ceiling. */
export async function submitForApproval(
  tx: Transaction,
  { session, request }: Maker,
  subject: SubjectFacts,
  { tenantId = session.tenantId, amount, alsoMadeBy = [], ...submission }: Submission,
): Promise<Approval> {
  if (isOverCeiling(session, amount)) throw new OverCeiling(session);
  const { id } = await rowOf<{ id: string }>(tx, sql`SELECT uuidv7() AS id`);
  const { subjectId = id } = submission;
  const approval = await tx.approval.create({
    data: {
      ...submission,
      id,
      subjectId,
      tenantId,
      amount: amount ?? null,
      subjectType: subject.type,
      makerId: session.userId,
      makerName: session.userName,
      makerIds: await makersOf(tx, subject, tenantId, subjectId, [session.userId, ...alsoMadeBy]),
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
  const deciders = await decidersOf(tx, subject.permission, approval);
  await notifyUsers(tx, {
    tenantId,
    userIds: deciders.map(({ id }) => id),
    kind: 'approval.pending',
    title: {
      zh: `待审批：${subject.label.zh} ${approval.subjectLabel}（${session.userName}提交）`,
      en: `To approve: ${subject.label.en} ${approval.subjectLabel}, from ${session.userName}`,
    },
    link: subject.link(approval.subjectId, approval.id),
  });
  return approval;
}

/** Takes back what waits, so that nobody approves a thing that has changed since they looked at it; what is handed in next takes its place. */
export async function supersede(
  tx: Transaction,
  { session, deps }: { session: Session; deps: { clock: Clock } },
  subject: ApprovalSubject,
  { tenantId, subjectId }: { tenantId: string; subjectId: string },
): Promise<void> {
  const [waiting] = await tx.approval.updateManyAndReturn({
    where: { tenantId, subjectType: subject.type, subjectId, state: 'PENDING' },
    data: { state: 'WITHDRAWN', decidedAt: deps.clock.businessNow() },
  });
  if (!waiting) return;
  await tx.approvalEvent.create({
    data: {
      tenantId,
      approvalId: waiting.id,
      action: 'WITHDRAW',
      actorId: session.userId,
      actorName: session.userName,
    },
  });
}

/** Everybody with a hand in it, those included who handed it in since it was last approved; throws 406 while it waits. */
async function makersOf(
  tx: Transaction,
  { type }: SubjectFacts,
  tenantId: string,
  subjectId: string,
  now: readonly (string | null)[],
): Promise<string[]> {
  const before = await tx.approval.findMany({
    where: { tenantId, subjectType: type, subjectId },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    select: { state: true, makerIds: true },
  });
  if (before[0]?.state === 'PENDING') throw waitingAlready();
  const approved = before.findIndex(({ state }) => state === 'APPROVED');
  const since = approved === -1 ? before : before.slice(0, approved);
  const all = [...now, ...since.flatMap(({ makerIds }) => makerIds)];
  return [...new Set(all.filter((id) => id !== null))];
}

function waitingAlready(): Refusal {
  return new Refusal({ zh: '已提交审批，请勿重复提交', en: 'It has been handed in for approval already' });
}
