import type { Prisma } from '@xyxlx/database/client/client';
import type { Session } from '../../core/session.ts';
import { everyTenant } from '../records/scope.ts';
import type { ApprovalSubject } from './subject.ts';

/** The approvals that a caller may see: those in their data scope, where a merchant that has moved takes its own along, and what they handed in. */
export function approvalScope({ tenantId, userId, scope }: Session): Prisma.ApprovalWhereInput {
  if (scope.all) return everyTenant;
  if (scope.tenant) return { tenantId };
  return {
    tenantId,
    OR: [
      { makerId: userId },
      { companyId: { in: scope.companyIds } },
      { merchant: { companyId: { in: scope.companyIds } } },
      { merchantId: { in: scope.merchantIds } },
    ],
  };
}

/** What waits for the caller: theirs to decide by permission, scope and ceiling, and without a hand of theirs in it. */
export function waitingFor(session: Session, subjects: Iterable<ApprovalSubject>): Prisma.ApprovalWhereInput {
  const { amountCeiling, permissions, userId } = session;
  const types = [...subjects].filter(({ permission }) => permissions.has(permission)).map(({ type }) => type);
  return {
    AND: [
      approvalScope(session),
      { state: 'PENDING', subjectType: { in: types }, NOT: { makerIds: { has: userId } } },
      amountCeiling === null ? {} : { OR: [{ amount: null }, { amount: { lte: amountCeiling } }] },
    ],
  };
}
