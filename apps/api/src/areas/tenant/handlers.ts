import { permissionGroups } from '@xyxlx/contracts/permissions';
import type { tenant as contract } from '@xyxlx/contracts/tenant';
import type { Prisma } from '@xyxlx/database/client/client';
import { escapeLike } from '../../platform/db/escape-like.ts';
import { everyTenant } from '../../platform/records/scope.ts';
import type { Handlers } from '../../wire/implement.ts';
import { addTenant } from './add-tenant.ts';
import { addAdministrator } from './administrator.ts';
import { editTenant, resumeTenant, suspendTenant } from './change-tenant.ts';
import {
  findTenant,
  groupsOf,
  presentTenant,
  tenantInclude,
  tenantScope,
  withoutMembers,
} from './find-tenant.ts';
import { addPackage, deletePackage, editPackage, queryPackage } from './packages.ts';

export const tenant: Handlers<typeof contract> = {
  queryTenant: async ({ input, session, deps: { database, clock } }) => {
    const { pageNum, pageSize, sort, keyword, state, packageId } = input;
    const now = clock.businessNow();
    const where: Prisma.TenantWhereInput = {
      AND: [
        tenantScope(session),
        keyword
          ? {
              OR: [
                { code: { startsWith: escapeLike(keyword) } },
                { name: { contains: escapeLike(keyword), mode: 'insensitive' } },
                { domains: { some: { domain: { contains: escapeLike(keyword.toLowerCase()) } } } },
              ],
            }
          : {},
        state ? inState(state, now) : {},
        packageId ? { packageId } : {},
      ],
    };
    const [total, rows] = await Promise.all([
      database.prisma.tenant.count({ where }),
      database.prisma.tenant.findMany({
        where,
        include: tenantInclude(session.scope.all ? everyTenant : { tenantId: session.tenantId }),
        orderBy: [sort ? { [sort.field]: sort.order } : { createdAt: 'asc' }, { id: 'asc' }],
        skip: (pageNum - 1) * pageSize,
        take: pageSize,
      }),
    ]);
    return { list: rows.map((row) => presentTenant(row, now)), total, pageNum, pageSize };
  },

  getTenant: async ({ input, session, deps: { database, clock } }) => {
    const row = await findTenant(database.prisma, session, input.id ?? session.tenantId);
    return {
      ...presentTenant(row, clock.businessNow()),
      permissionGroups: groupsOf(row, permissionGroups),
      withoutMembers: await withoutMembers(database.prisma, row.id),
    };
  },

  addTenant,
  addAdministrator,
  editTenant,
  suspendTenant,
  resumeTenant,
  queryPackage,
  addPackage,
  editPackage,
  deletePackage,
};

function inState(state: 'ACTIVE' | 'SUSPENDED' | 'EXPIRED', now: Date): Prisma.TenantWhereInput {
  if (state === 'SUSPENDED') return { state };
  return state === 'EXPIRED'
    ? { state: 'ACTIVE', expiresAt: { lte: now } }
    : { state, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] };
}
