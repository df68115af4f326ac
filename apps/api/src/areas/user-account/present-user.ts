import type { Permission } from '@xyxlx/contracts/permissions';
import type { User } from '@xyxlx/contracts/user-account';
import type { Prisma } from '@xyxlx/database/client/client';

/** What a membership must be read with to be shown as a user. */
export const userInclude = {
  user: true,
  tenant: true,
  company: true,
  roles: { include: { role: true }, orderBy: { roleId: 'asc' } },
} satisfies Prisma.MembershipInclude;

export type MembershipWithUser = Prisma.MembershipGetPayload<{ include: typeof userInclude }>;

/** A user as the wire has one, in the tenant of the membership. */
export function presentUser({ user, tenant, company, roles }: MembershipWithUser): User {
  const granted = new Set(roles.flatMap(({ role }) => role.permissions as Permission[]));
  return {
    id: user.id,
    name: user.name,
    mobile: user.mobile,
    email: user.email,
    avatarUrl: user.avatarUrl,
    updatePassword: user.passwordChangedAt ? 1 : 0,
    tenant: { id: tenant.id, name: tenant.name },
    company: company && { id: company.id, name: company.name },
    roles: roles.map(({ role: { id, code, name } }) => ({ id, code, name })),
    permissions: [...granted].sort(),
    version: user.version,
  };
}
