import { role as contract } from '@xyxlx/contracts/role';
import { anywhere, sql } from '../../platform/db/sql.ts';
import { listOf } from '../../platform/lists/list.ts';
import { inPageOrder, keyRow, type PageKey } from '../../platform/lists/page-keys.ts';
import { queryList } from '../../platform/lists/query-list.ts';
import { keysOf } from '../../platform/records/lock-visible.ts';
import type { Handlers } from '../../wire/implement.ts';
import { addRole, deleteRole, deleteRoles, editRole } from './change-role.ts';
import { findRole, presentRoles, roleInclude } from './find-role.ts';
import { roleMembers, setRoleMembers } from './members.ts';
import { explainPermission, permissionTreeOf } from './permissions.ts';

/** The roles of one's tenant. */
const roles = listOf(contract.queryRole, {
  from: 'roles',
  alias: 'r',
  scope: ({ tenantId }) => sql`r.tenant_id = ${tenantId}::uuid`,
  filters: {
    keyword: (text) => sql`r.name ILIKE ${anywhere(text)}`,
    builtIn: (builtIn) => sql`r.built_in = ${builtIn}`,
  },
  sort: {
    name: { column: 'r.name', type: 'text' },
    code: { column: 'r.code', type: 'text' },
    createdAt: { column: 'r.created_at', type: 'timestamptz' },
    updatedAt: { column: 'r.updated_at', type: 'timestamptz' },
  },
  usual: [{ column: 'ROW(NOT r.built_in, r.created_at)', type: 'text' }, 'asc'],
  row: keyRow('r'),
  present: async (keys: PageKey[], { session, deps: { database } }) => {
    const rows = await database.prisma.role.findMany({ where: keysOf(keys), include: roleInclude(session) });
    return presentRoles(database.prisma, session, inPageOrder(keys, rows));
  },
});

export const role: Handlers<typeof contract> = {
  queryRole: (call) => queryList(call, roles),

  getRole: async ({ input, session, deps: { database } }) => {
    const row = await findRole(database.prisma, session, input.id);
    const [presented] = await presentRoles(database.prisma, session, [row]);
    return presented as NonNullable<typeof presented>;
  },

  addRole,
  editRole,
  deleteRole,
  deleteRoles,
  queryRoleMember: async (call) => {
    await findRole(call.deps.database.prisma, call.session, call.input.id);
    return queryList(call, roleMembers);
  },
  setRoleMembers,

  getPermissionTree: ({ session, deps }) => permissionTreeOf(deps, session),
  explainPermission: ({ input, session, request, deps }) =>
    explainPermission(deps, session, request.language, input),
};
