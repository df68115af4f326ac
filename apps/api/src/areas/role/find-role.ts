import type { Permission } from '@xyxlx/contracts/permissions';
import type { RoleRow } from '@xyxlx/contracts/role';
import type { Prisma } from '@xyxlx/database/client/client';
import { recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { isWithin } from '../user-account/rank.ts';

/** Counts a role's members. */
export function roleInclude({ tenantId }: Session) {
  return { _count: { select: { members: { where: { tenantId } } } } } satisfies Prisma.RoleInclude;
}

type RoleWithCount = Prisma.RoleGetPayload<{ include: ReturnType<typeof roleInclude> }>;

/** The roles that a caller may see: their tenant's; a platform administrator manages other tenants' roles there, not from here. */
function roleScope({ tenantId }: Session): Prisma.RoleWhereInput {
  return { tenantId };
}

/** As `visibleMerchants`, for the client. */
function merchantScope({ scope }: Session): Prisma.MerchantWhereInput {
  if (scope.all || scope.tenant) return {};
  return { OR: [{ companyId: { in: scope.companyIds } }, { id: { in: scope.merchantIds } }] };
}

/** A role of the caller's tenant; throws 406 when there is none. */
export async function findRole(
  client: Pick<Transaction, 'role'>,
  session: Session,
  id: string,
): Promise<RoleWithCount> {
  const row = await client.role.findFirst({
    where: { AND: [roleScope(session), { id }] },
    include: roleInclude(session),
  });
  if (!row) throw recordMissing();
  return row;
}

/** Roles as the caller sees them, with the names of the merchants they cover, of those that the caller sees. */
export async function presentRoles(
  client: Pick<Transaction, 'merchant'>,
  session: Session,
  rows: RoleWithCount[],
): Promise<RoleRow[]> {
  const ids = rows.flatMap(({ merchantIds }) => merchantIds);
  const merchants =
    ids.length === 0
      ? []
      : await client.merchant.findMany({
          where: { AND: [merchantScope(session), { tenantId: session.tenantId, id: { in: ids } }] },
          select: { id: true, name: true },
          orderBy: { name: 'asc' },
        });
  return rows.map((row) => ({
    id: row.id,
    code: row.code,
    name: row.name,
    builtIn: row.builtIn,
    dataScope: row.dataScope,
    merchants: merchants.filter(({ id }) => row.merchantIds.includes(id)),
    permissions: row.permissions as Permission[],
    ceilingAmount: row.amountCeiling === null ? null : Number(row.amountCeiling),
    memberCount: row._count.members,
    grantable: isWithin(session, row),
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    createdBy: row.createdBy,
    updatedAt: row.updatedAt.toISOString(),
    updatedBy: row.updatedBy,
  }));
}
