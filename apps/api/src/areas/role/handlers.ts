import type { role as contract } from '@xyxlx/contracts/role';
import type { Prisma } from '@xyxlx/database/client/client';
import { escapeLike } from '../../platform/db/escape-like.ts';
import type { Handlers } from '../../wire/implement.ts';
import { addRole, deleteRole, deleteRoles, editRole } from './change-role.ts';
import { findRole, presentRoles, roleInclude, roleScope } from './find-role.ts';
import { queryRoleMember, setRoleMembers } from './members.ts';
import { explainPermission, permissionTreeOf } from './permissions.ts';

export const role: Handlers<typeof contract> = {
  queryRole: async ({ input, session, deps: { database } }) => {
    const { pageNum, pageSize, sort, keyword, builtIn } = input;
    const where: Prisma.RoleWhereInput = {
      AND: [
        roleScope(session),
        {
          ...(keyword && { name: { contains: escapeLike(keyword), mode: 'insensitive' } }),
          ...(builtIn !== undefined && { builtIn }),
        },
      ],
    };
    const [total, rows] = await Promise.all([
      database.prisma.role.count({ where }),
      database.prisma.role.findMany({
        where,
        include: roleInclude(session),
        orderBy: [
          sort ? { [sort.field]: sort.order } : { builtIn: 'desc' },
          { createdAt: 'asc' },
          { id: 'asc' },
        ],
        skip: (pageNum - 1) * pageSize,
        take: pageSize,
      }),
    ]);
    return { list: await presentRoles(database.prisma, session, rows), total, pageNum, pageSize };
  },

  getRole: async ({ input, session, deps: { database } }) => {
    const row = await findRole(database.prisma, session, input.id);
    const [presented] = await presentRoles(database.prisma, session, [row]);
    return presented as NonNullable<typeof presented>;
  },

  addRole,
  editRole,
  deleteRole,
  deleteRoles,
  queryRoleMember,
  setRoleMembers,

  getPermissionTree: ({ session, deps }) => permissionTreeOf(deps, session),
  explainPermission: ({ input, session, request, deps }) =>
    explainPermission(deps, session, request.language, input),
};
