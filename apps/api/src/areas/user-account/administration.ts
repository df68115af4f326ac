import type { userAdministration as contract } from '@xyxlx/contracts/user-administration';
import { change } from '../../platform/db/transaction.ts';
import { queryList } from '../../platform/lists/query-list.ts';
import type { Handlers } from '../../wire/implement.ts';
import { addUser } from './add-user.ts';
import { assignRole, disableUsers, enableUsers } from './bulk-users.ts';
import { disableUser, enableUser, unlockUser } from './change-user-state.ts';
import { editUser } from './edit-user.ts';
import { visibleMembership } from './membership-scope.ts';
import { presentUserRow } from './present-user.ts';
import { isWithin } from './rank.ts';
import { resetUserPassword } from './reset-user-password.ts';
import { logUser } from './user-log.ts';
import { users } from './users.sql.ts';

export const userAdministration: Handlers<typeof contract> = {
  queryUser: (call) => queryList(call, users),

  queryUserOption: async ({ session, deps: { database } }) => {
    const { tenantId, scope } = session;
    const sees = scope.all || scope.tenant ? {} : { id: { in: scope.companyIds } };
    const [roles, companies] = await Promise.all([
      database.prisma.role.findMany({ where: { tenantId }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] }),
      database.prisma.company.findMany({
        where: { tenantId, ...sees },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      }),
    ]);
    return {
      roles: roles.map((role) => ({
        id: role.id,
        code: role.code,
        name: role.name,
        grantable: isWithin(session, role),
      })),
      companies: companies.map(({ id, name, parentId }) => ({ id, name, parentId })),
    };
  },

  addUser,

  editUser: async (call) => {
    await editUser(call);
    const { database, clock } = call.deps;
    return presentUserRow(await visibleMembership(database.prisma, call.session, call.input.id), clock.now());
  },

  deleteUser: disableUser,

  enableUser,

  disableUsers,

  enableUsers,

  assignRole,

  unlockUser,

  resetUserPassword,

  revealUser: (call) =>
    change(call, async (tx) => {
      const { input, session } = call;
      const membership = await visibleMembership(tx, session, input.id);
      await logUser(tx, call, membership, { reason: input.reason });
      return { mobile: membership.user.mobile, email: membership.user.email };
    }),
};
