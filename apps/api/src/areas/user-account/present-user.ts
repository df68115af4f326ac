import type { User } from '@xyxlx/contracts/user-account';
import type { UserRow, UserState } from '@xyxlx/contracts/user-administration';
import type { Prisma } from '@xyxlx/database/client/client';
import { maskMobile } from '../../platform/security/mask.ts';
import { allowedPermissions } from '../../platform/security/sessions/allowed-permissions.ts';

/** What a membership must be read with to be shown as a user. */
export const userInclude = {
  user: true,
  tenant: { include: { package: true } },
  company: true,
  roles: { include: { role: true }, orderBy: { roleId: 'asc' } },
} satisfies Prisma.MembershipInclude;

export type MembershipWithUser = Prisma.MembershipGetPayload<{ include: typeof userInclude }>;

/** As much of it as a user is shown from. */
export interface UserInTenant {
  tenantId: string;
  userId: string;
  user: Pick<MembershipWithUser['user'], 'id' | 'mobile' | 'name' | 'email' | 'avatarUrl' | 'version'> & {
    passwordChangedAt: Date | string | null;
  };
  tenant: { id: string; name: string; package: { permissionGroups: string[] } | null };
  company: { id: string; name: string } | null;
  roles: {
    role: Pick<
      MembershipWithUser['roles'][number]['role'],
      'id' | 'code' | 'name' | 'dataScope' | 'permissions'
    >;
  }[];
}

/** A user as the wire has one, in the tenant of the membership; with mobile and e-mail as they are, so only for the user. */
export function presentUser(membership: UserInTenant): User {
  const { user, roles, tenant } = membership;
  return {
    ...shared(membership),
    mobile: user.mobile,
    email: user.email,
    permissions: allowedPermissions(
      roles.map(({ role }) => role),
      tenant.package?.permissionGroups ?? null,
    ).sort(),
  };
}

/** The same for somebody else: mobile and e-mail are masked. */
export function presentOther(membership: UserInTenant): User {
  return { ...presentUser(membership), ...masked(membership) };
}

/** A user as a line of a list. */
export function presentUserRow(membership: MembershipWithUser, now: Date): UserRow {
  const { user } = membership;
  return {
    ...shared(membership),
    ...masked(membership),
    state: stateOf(membership, now),
    lastLoginAt: user.lastLoginAt?.toISOString() ?? null,
    expiresAt: user.passwordExpiresAt?.toISOString() ?? null,
    createdAt: user.createdAt.toISOString(),
    createdBy: user.createdBy,
    updatedAt: user.updatedAt.toISOString(),
    updatedBy: user.updatedBy,
  };
}

/** What an invitation must be read with to be shown among the users. */
export const invitationInclude = {
  tenant: true,
  company: true,
  roles: { include: { role: true }, orderBy: { roleId: 'asc' } },
} satisfies Prisma.InvitationInclude;

/** Somebody who was asked to join, as a line of the list of users: nothing but what was typed. */
export function presentInvitation(
  invitation: Prisma.InvitationGetPayload<{ include: typeof invitationInclude }>,
): UserRow {
  const { id, name, mobile, email, expiresAt, createdAt, createdBy, updatedAt, updatedBy } = invitation;
  return {
    id,
    name,
    ...placed(invitation),
    ...masked({ user: { mobile, email } }),
    avatarUrl: null,
    updatePassword: 1,
    state: 'PENDING',
    lastLoginAt: null,
    expiresAt: expiresAt.toISOString(),
    version: 1,
    createdAt: createdAt.toISOString(),
    createdBy,
    updatedAt: updatedAt.toISOString(),
    updatedBy,
  };
}

/** The state of a member: 停用 before 锁定 before 正常. */
export function stateOf(
  { state, user }: Pick<MembershipWithUser, 'state'> & { user: { lockedUntil: Date | null } },
  now: Date,
): Exclude<UserState, 'PENDING'> {
  if (state === 'DISABLED') return 'DISABLED';
  return user.lockedUntil && user.lockedUntil > now ? 'LOCKED' : 'ACTIVE';
}

function shared({ user, ...place }: UserInTenant) {
  return {
    id: user.id,
    name: user.name,
    avatarUrl: user.avatarUrl,
    updatePassword: user.passwordChangedAt ? (1 as const) : (0 as const),
    ...placed(place),
    version: user.version,
  };
}

/** Where in which tenant, with which roles. */
function placed({
  tenant,
  company,
  roles,
}: Pick<UserInTenant, 'company' | 'roles'> & { tenant: { id: string; name: string } }) {
  return {
    tenant: { id: tenant.id, name: tenant.name },
    company: company && { id: company.id, name: company.name },
    roles: roles.map(({ role: { id, code, name } }) => ({ id, code, name })),
  };
}

function masked({ user }: { user: { mobile: string; email: string | null } }) {
  return { mobile: maskMobile(user.mobile), email: user.email && maskMobile(user.email) };
}
