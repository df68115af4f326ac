import { permissionGroups } from '@xyxlx/contracts/permissions';
import type { tenant as contract } from '@xyxlx/contracts/tenant';
import { queryList } from '../../platform/lists/query-list.ts';
import type { Handlers } from '../../wire/implement.ts';
import { addTenant } from './add-tenant.ts';
import { addAdministrator } from './administrator.ts';
import { editTenant, resumeTenant, suspendTenant } from './change-tenant.ts';
import { findTenant, groupsOf, presentTenant, withoutMembers } from './find-tenant.ts';
import { addPackage, deletePackage, editPackage, packages } from './packages.ts';
import { tenants } from './tenant-list.ts';

export const tenant: Handlers<typeof contract> = {
  queryTenant: (call) => queryList(call, tenants),

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
  queryPackage: (call) => queryList(call, packages),
  addPackage,
  editPackage,
  deletePackage,
};
