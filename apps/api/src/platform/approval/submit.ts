import { approvalTransitions } from '@xyxlx/contracts/approval';
import type { Approval, Prisma } from '@xyxlx/database/client/client';
import type { Caller, Requester } from '../../core/caller.ts';
import { Refusal } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { rowsOf, sql } from '../db/sql.ts';
import type { Transaction } from '../db/transaction.ts';
import { logChanges } from '../operation-log/operation-log.ts';
import { isOverCeiling, OverCeiling } from './ceiling.ts';
import { inApproval } from './in-approval.ts';
import { notifyDeciders } from './notices.ts';
import { refuseRestricted } from './restricted.ts';
import type { ApprovalSubject, SubjectFacts } from './subject.ts';
import { tellDeciders } from './tell-deciders.ts';
import { visitingFrom } from './visitor.ts';

/** A thing as its maker hands it in. */
export interface Submission {
  /** The record's own tenant where it is not the maker's. */
  tenantId?: string;
  /** The record that waits; left out where the approval itself is all there is of it. */
  subjectId?: string;
  /** The record that it is a part of, on whose page it is found. */
  aboutId?: string;
  /** Its number or name, as to-dos and the log show it. */
  subjectLabel: string;
  /** In fen; checked against the ceilings of maker and checker. */
  amount?: number;
  /** Whose it is, for the checkers' data scope: a merchant's, otherwise a company's; without either, the whole tenant's. */
  merchantId?: string | null;
  companyId?: string | null;
  reason?: string;
  /** What is to be done, where the record doesn't say it itself. */
  act?: Prisma.InputJsonObject;
  /** Who else had a hand in it, besides those who handed it in before. */
  alsoMadeBy?: readonly (string | null)[];
}

/** Who hands something in: a caller, or the service itself, which has no id and no ceiling. */
interface Submitter extends Pick<Caller, 'operation'>, Pick<Requester, 'request'> {
  session: Pick<Session, 'tenantId' | 'homeTenantId' | 'userName' | 'roles'> & {
    userId: string | null;
    amountCeiling?: number | null;
  };
}

/** Hands a thing in for approval, in the transaction that makes it wait; 406 when it is waiting already or over the maker's ceiling. */
export async function submitForApproval(
  tx: Transaction,
  maker: Caller,
  subject: SubjectFacts,
  { tenantId = maker.session.tenantId, ...submission }: Submission,
): Promise<Approval> {
  if (subject.madeWith) await refuseRestricted(tx, maker.session, [{ tenantId }], maker.now);
  const [approval] = await submitEach(tx, maker, subject, tenantId, [submission]);
  return approval as Approval;
}

/**
 * As `submitForApproval` for many things of one tenant, in a handful of statements; the approvals are in the order of the things. What the
 * service makes by the clock begins without a step of a person's, and nobody is told of each: they stand among the to-dos.
 */
export async function submitEach(
  tx: Transaction,
  maker: Submitter,
  subject: SubjectFacts,
  tenantId: string,
  submissions: readonly Omit<Submission, 'tenantId'>[],
): Promise<Approval[]> {
  if (submissions.length === 0) return [];
  const { session } = maker;
  const { amountCeiling = null } = session;
  const isTooMuch = ({ amount }: Omit<Submission, 'tenantId'>) => isOverCeiling({ amountCeiling }, amount);
  if (submissions.some(isTooMuch)) throw new OverCeiling({ amountCeiling });
  const ids = await rowsOf<{ id: string }>(
    tx,
    sql`SELECT uuidv7() AS id FROM generate_series(1, ${submissions.length}::int)`,
  );
  const things = submissions.map((submission, n) => {
    const { id } = ids[n] as { id: string };
    return { subjectId: id, ...submission, id };
  });
  const before = await makersBefore(tx, subject, tenantId, things);
  const data = things.map(({ amount, alsoMadeBy = [], ...thing }) => ({
    ...thing,
    tenantId,
    amount: amount ?? null,
    subjectType: subject.type,
    makerId: session.userId,
    makerName: session.userName,
    makerTenantId: visitingFrom(session, tenantId),
    // The database adds those who wrote a draft: `draft-makers.ts`.
    makerIds: everybody([session.userId, ...alsoMadeBy, ...(before.get(thing.subjectId) ?? [])]),
  }));
  const written = await tx.approval.createManyAndReturn({ data });
  const byId = new Map(written.map((approval) => [approval.id, approval]));
  const approvals = things.map(({ id }) => byId.get(id) as Approval);
  await logChanges(
    tx,
    inApproval(maker, 'submit', subject),
    approvals.map(({ subjectId, subjectLabel, amount, reason }) => ({
      tenantId,
      id: subjectId,
      label: subjectLabel,
      after: { state: 'PENDING', ...(amount !== null && { amount: Number(amount) }) },
      reason,
    })),
  );
  const { userId: actorId } = session;
  if (actorId === null) return approvals;
  await tx.approvalEvent.createMany({
    data: approvals.map(({ id, reason }) => ({
      tenantId,
      approvalId: id,
      action: 'SUBMIT' as const,
      actorId,
      actorName: session.userName,
      reason,
    })),
  });
  await notifyDeciders(tx, subject, approvals);
  return approvals;
}

/** Takes back what waits, so that nobody approves a thing that has changed since they looked at it; what is handed in next takes its place. */
export async function supersede(
  tx: Transaction,
  { session, now }: Caller,
  subject: ApprovalSubject,
  { tenantId, subjectId }: { tenantId: string; subjectId: string },
): Promise<void> {
  const { from, to } = approvalTransitions.automatic.supersede;
  const [waiting] = await tx.approval.updateManyAndReturn({
    where: { tenantId, subjectType: subject.type, subjectId, state: { in: [...from] } },
    data: { state: to[0], decidedAt: now },
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
  await tellDeciders(tx, subject, [waiting]);
}

/** Who had a hand in each thing before, since it was last approved; throws 406 while one of them waits. */
async function makersBefore(
  tx: Transaction,
  { type }: SubjectFacts,
  tenantId: string,
  things: readonly { subjectId: string }[],
): Promise<Map<string, string[]>> {
  const before = await tx.approval.findMany({
    where: { tenantId, subjectType: type, subjectId: { in: things.map(({ subjectId }) => subjectId) } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    select: { subjectId: true, state: true, makerIds: true },
  });
  const makers = new Map<string, string[]>();
  for (const [subjectId, approvals] of Map.groupBy(before, (approval) => approval.subjectId)) {
    if (approvals[0]?.state === 'PENDING') throw waitingAlready();
    const approved = approvals.findIndex(({ state }) => state === 'APPROVED');
    const since = approved === -1 ? approvals : approvals.slice(0, approved);
    makers.set(
      subjectId,
      since.flatMap(({ makerIds }) => makerIds),
    );
  }
  return makers;
}

function everybody(ids: readonly (string | null)[]): string[] {
  return [...new Set(ids.filter((id) => id !== null))];
}

/** Which of many things of a tenant wait already. */
export async function waitingAmong(
  tx: Transaction,
  { type }: SubjectFacts,
  tenantId: string,
  subjectIds: readonly string[],
): Promise<Set<string>> {
  const found = await tx.approval.findMany({
    where: { tenantId, subjectType: type, subjectId: { in: [...subjectIds] }, state: 'PENDING' },
    select: { subjectId: true },
  });
  return new Set(found.map(({ subjectId }) => subjectId));
}

export function waitingAlready(): Refusal {
  return new Refusal({ zh: '已提交审批，请勿重复提交', en: 'It has been submitted for approval already' });
}
