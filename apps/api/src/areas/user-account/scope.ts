import type { Prisma } from '@xyxlx/database/client/client';
import { recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { raw, type Sql, sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { type MembershipWithUser, userInclude } from './present-user.ts';

/** The memberships that a caller may see; every query of users goes through it. */
export function membershipScope({ tenantId, userId, scope }: Session): Prisma.MembershipWhereInput {
  if (scope.all) return {};
  if (scope.tenant) return { tenantId };
  return { tenantId, OR: [{ companyId: { in: scope.companyIds } }, { userId }] };
}

/** The invitations that a caller may see. */
export function invitationScope({ tenantId, scope }: Session): Prisma.InvitationWhereInput {
  if (scope.all) return {};
  if (scope.tenant) return { tenantId };
  return { tenantId, companyId: { in: scope.companyIds } };
}

/** As `membershipScope`, in SQL. */
export function visibleMemberships({ tenantId, userId, scope }: Session, alias: string): Sql {
  if (scope.all) return sql`TRUE`;
  const tenant = sql`${raw(alias)}.tenant_id = ${tenantId}::uuid`;
  if (scope.tenant) return tenant;
  return sql`${tenant} AND (${raw(alias)}.company_id = ANY(${scope.companyIds}::uuid[]) OR ${raw(alias)}.user_id = ${userId}::uuid)`;
}

/** As `invitationScope`, in SQL. */
export function visibleInvitations({ tenantId, scope }: Session, alias: string): Sql {
  if (scope.all) return sql`TRUE`;
  const tenant = sql`${raw(alias)}.tenant_id = ${tenantId}::uuid`;
  return scope.tenant
    ? tenant
    : sql`${tenant} AND ${raw(alias)}.company_id = ANY(${scope.companyIds}::uuid[])`;
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
  const own = memberships.find(({ tenantId }) => tenantId === session.tenantId);
  const membership = own ?? memberships[0];
  if (!membership) throw recordMissing();
  return membership;
}
