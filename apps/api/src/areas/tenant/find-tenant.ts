import type { PermissionGroup } from '@xyxlx/contracts/permissions';
import type { TenantDetail, TenantRow } from '@xyxlx/contracts/tenant';
import type { Prisma } from '@xyxlx/database/client/client';
import { recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { maskMobile } from '../../platform/security/mask.ts';

/** What is shown of the tenants besides their columns; `members` says whose memberships are counted. */
export function tenantInclude(members: Pick<Prisma.MembershipWhereInput, 'tenantId'>) {
  return {
    package: true,
    domains: { orderBy: { domain: 'asc' } },
    _count: { select: { memberships: { where: { ...members, state: 'ACTIVE' } } } },
  } satisfies Prisma.TenantInclude;
}

export type TenantRecord = Prisma.TenantGetPayload<{ include: ReturnType<typeof tenantInclude> }>;

/** The tenants that a caller may see: their own, or all. */
function tenantScope({ tenantId, scope }: Session): Prisma.TenantWhereInput {
  return scope.all ? {} : { id: tenantId };
}

/** A tenant that the caller may see; throws 406 when there is none. */
export async function findTenant(
  client: Pick<Transaction, 'tenant'>,
  session: Session,
  id: string,
): Promise<TenantRecord> {
  const row = await client.tenant.findFirst({
    where: { AND: [tenantScope(session), { id }] },
    include: tenantInclude({ tenantId: id }),
  });
  if (!row) throw recordMissing();
  return row;
}

/** A tenant as the wire has one; expired is a matter of the business clock. */
export function presentTenant(row: TenantRecord, businessNow: Date): TenantRow {
  return {
    id: row.id,
    code: row.code,
    merchantCode: row.merchantCode,
    name: row.name,
    state: row.state === 'ACTIVE' && row.expiresAt && row.expiresAt <= businessNow ? 'EXPIRED' : row.state,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    package: row.package && {
      id: row.package.id,
      name: row.package.name,
      maxAccounts: row.package.maxAccounts,
    },
    accountCount: row._count.memberships,
    domains: row.domains.map(({ domain }) => domain),
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    createdBy: row.createdBy,
    updatedAt: row.updatedAt.toISOString(),
    updatedBy: row.updatedBy,
  };
}

/** The menus of a tenant: its package's, or all. */
export function groupsOf(row: TenantRecord, all: readonly PermissionGroup[]): PermissionGroup[] {
  const groups = row.package?.permissionGroups;
  return groups ? all.filter((group) => groups.includes(group)) : [...all];
}

/** Who is asked to be the first member of a tenant that has none; null where it has. */
export async function withoutMembers(
  client: Pick<Transaction, 'membership' | 'invitation'>,
  tenantId: string,
): Promise<TenantDetail['withoutMembers']> {
  if (await client.membership.findFirst({ where: { tenantId }, select: { id: true } })) return null;
  const invitation = await client.invitation.findFirst({
    where: { tenantId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  if (!invitation) return { invitation };
  const { id, name, mobile, expiresAt } = invitation;
  return { invitation: { id, name, mobile: maskMobile(mobile), expiresAt: expiresAt.toISOString() } };
}
