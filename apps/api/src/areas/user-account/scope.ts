import type { Prisma } from '@xyxlx/database/client/client';
import type { Transaction } from '../../platform/transaction.ts';
import type { Session } from '../../sessions/session.ts';
import { recordMissing } from '../../wire/errors.ts';
import { type MembershipWithUser, userInclude } from './present-user.ts';

/** The memberships that a caller may see; every query of users goes through it. */
export function membershipScope({ tenantId, userId, scope }: Session): Prisma.MembershipWhereInput {
  if (scope.all) return {};
  if (scope.tenant) return { tenantId };
  return { tenantId, OR: [{ companyId: { in: scope.companyIds } }, { userId }] };
}

/** A user as the caller sees one: the membership in the caller's own tenant, otherwise the oldest they may see; throws 406 when there is none. */
export async function visibleMembership(
  tx: Pick<Transaction, 'membership'>,
  session: Session,
  userId: string,
): Promise<MembershipWithUser> {
  const memberships = await tx.membership.findMany({
    where: { AND: [membershipScope(session), { userId }] },
    include: userInclude,
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  const membership = ownTenantFirst(memberships, session);
  if (!membership) throw recordMissing();
  return membership;
}

/** Of several memberships of one user the one that the caller works with. */
export function ownTenantFirst<M extends { tenantId: string }>(
  memberships: M[],
  { tenantId }: Session,
): M | undefined {
  return memberships.find((membership) => membership.tenantId === tenantId) ?? memberships[0];
}
