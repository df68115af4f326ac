import type { Prisma } from '@xyxlx/database/client/client';
import { recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { raw, rowsOf, type Sql, sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { everyTenant, ofEveryTenant } from '../../platform/records/scope.ts';
import { type MembershipWithUser, userInclude } from './present-user.ts';

/** The memberships that a caller may see; every query of users goes through it. */
export function membershipScope({ tenantId, userId, scope }: Session): Prisma.MembershipWhereInput {
  if (scope.all) return everyTenant;
  if (scope.tenant) return { tenantId };
  return { tenantId, OR: [{ companyId: { in: scope.companyIds } }, { userId }] };
}

/** The invitations that a caller may see. */
export function invitationScope({ tenantId, scope }: Session): Prisma.InvitationWhereInput {
  if (scope.all) return everyTenant;
  if (scope.tenant) return { tenantId };
  return { tenantId, companyId: { in: scope.companyIds } };
}

/** As `membershipScope`, in SQL. */
export function visibleMemberships({ tenantId, userId, scope }: Session, alias: string): Sql {
  if (scope.all) return ofEveryTenant(alias);
  const tenant = sql`${raw(alias)}.tenant_id = ${tenantId}::uuid`;
  if (scope.tenant) return tenant;
  return sql`${tenant} AND (${raw(alias)}.company_id = ANY(${scope.companyIds}::uuid[]) OR ${raw(alias)}.user_id = ${userId}::uuid)`;
}

/** A user as the caller sees one: the membership in the caller's own tenant, otherwise the oldest they may see; throws 406 when there is none. */
export async function visibleMembership(
  tx: Pick<Transaction, 'membership'>,
  session: Session,
  userId: string,
): Promise<MembershipWithUser> {
  const [membership] = await visibleMembershipsOf(tx, session, [userId]);
  if (!membership) throw recordMissing();
  return membership;
}

/** As `visibleMembership` for those of many users that the caller may see, locked in the order of their ids: of two bulk actions one waits for the other. */
export async function lockVisibleMembers(
  tx: Transaction,
  session: Session,
  userIds: readonly string[],
): Promise<MembershipWithUser[]> {
  const locked = await rowsOf<{ id: string }>(
    tx,
    sql`SELECT u.id FROM users u WHERE u.id = ANY(${[...userIds]}::uuid[])
          AND EXISTS (SELECT FROM memberships m WHERE m.user_id = u.id AND ${visibleMemberships(session, 'm')})
        ORDER BY u.id FOR NO KEY UPDATE`,
  );
  return visibleMembershipsOf(
    tx,
    session,
    locked.map(({ id }) => id),
  );
}

async function visibleMembershipsOf(
  tx: Pick<Transaction, 'membership'>,
  session: Session,
  userIds: string[],
): Promise<MembershipWithUser[]> {
  const memberships = await tx.membership.findMany({
    where: { AND: [membershipScope(session), { userId: { in: userIds } }] },
    include: userInclude,
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  return [...Map.groupBy(memberships, ({ userId }) => userId).values()].flatMap((ofUser) => {
    const own = ofUser.find(({ tenantId }) => tenantId === session.tenantId);
    return own ?? ofUser[0] ?? [];
  });
}
