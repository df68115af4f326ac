import type { Caller } from '../../core/caller.ts';
import type { Transaction } from '../db/transaction.ts';
import type { SubjectFacts } from './subject.ts';

/** What is to be handed in one day. */
interface Draft {
  tenantId: string;
  subjectId: string;
}

/**
 * Notes that the caller wrote or changed what somebody hands in later. A trigger of `approvals` puts them among its makers, so they don't check
 * it. Once it is approved it begins anew.
 */
export async function noteMaker(
  tx: Transaction,
  by: Pick<Caller, 'session'>,
  subject: Pick<SubjectFacts, 'type'>,
  draft: Draft,
): Promise<void> {
  await noteMakers(tx, by, subject, draft.tenantId, [draft.subjectId]);
}

/** As `noteMaker` for many drafts of one tenant. */
export async function noteMakers(
  tx: Transaction,
  { session: { userId } }: Pick<Caller, 'session'>,
  { type: subjectType }: Pick<SubjectFacts, 'type'>,
  tenantId: string,
  subjectIds: readonly string[],
): Promise<void> {
  await tx.draftMaker.createMany({
    data: subjectIds.map((subjectId) => ({ tenantId, subjectType, subjectId, userId })),
    skipDuplicates: true,
  });
}

/** What is approved, or gone, has no makers any more: whoever changes it next begins its next draft. */
export async function forgetMakers(
  tx: Transaction,
  { type: subjectType }: Pick<SubjectFacts, 'type'>,
  { tenantId, subjectId }: Draft,
): Promise<void> {
  await tx.draftMaker.deleteMany({ where: { tenantId, subjectType, subjectId } });
}
