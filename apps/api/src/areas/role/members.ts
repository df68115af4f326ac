import { role as contract } from '@xyxlx/contracts/role';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { Refusal, recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { anywhere, masked, named, raw, sql } from '../../platform/db/sql.ts';
import { change } from '../../platform/db/transaction.ts';
import { listOf } from '../../platform/lists/list.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { keepingAnAdministrator } from '../user-account/administrators.ts';
import { membershipScope, visibleMemberships } from '../user-account/membership-scope.ts';
import { isWithin } from '../user-account/rank.ts';
import { findRole } from './find-role.ts';

/** Who has a role. */
export const roleMembers = listOf(contract.queryRoleMember, {
  from: 'memberships',
  alias: 'm',
  scope: visibleMemberships,
  filters: {
    id: (roleId, { session: { tenantId } }) =>
      sql`m.tenant_id = ${tenantId}::uuid AND EXISTS (SELECT FROM membership_roles r
        WHERE r.tenant_id = m.tenant_id AND r.membership_id = m.id AND r.role_id = ${roleId}::uuid)`,
    keyword: (text) =>
      sql`EXISTS (SELECT FROM users k WHERE k.id = m.user_id AND k.name ILIKE ${anywhere(text)})`,
  },
  sort: { name: { column: '(SELECT k.name FROM users k WHERE k.id = m.user_id)', type: 'text' } },
  usual: ['name', 'asc'],
  joins: raw(
    'JOIN users u ON u.id = m.user_id LEFT JOIN companies c ON c.tenant_id = m.tenant_id AND c.id = m.company_id',
  ),
  row: sql`json_build_object('userId', m.user_id, 'name', u.name, 'mobile', ${masked('u.mobile')}, 'company', ${named('c')}, 'state', m.state)`,
});

/** Gives a role to users and takes it from others; the last administrator keeps theirs. */
export async function setRoleMembers(
  call: Call<z.output<typeof contract.setRoleMembers.input>, Session>,
): Promise<{
  added: number;
  removed: number;
}> {
  const { id, addUserIds, removeUserIds } = call.input;
  const { session } = call;
  const { tenantId } = session;
  return change(call, async (tx) => {
    const role = await findRole(tx, session, id);
    if (!isWithin(session, role)) {
      throw new Refusal({
        zh: '该角色的权限高于您，不能授予或收回',
        en: 'This role allows more than you may do, you can neither give nor take it',
      });
    }
    const userIds = [...new Set([...addUserIds, ...removeUserIds])];
    const memberships = await tx.membership.findMany({
      where: { AND: [membershipScope(session), { tenantId, userId: { in: userIds } }] },
      include: { user: true },
    });
    if (memberships.length < userIds.length) throw recordMissing();
    const chosen = (ids: string[]) => memberships.filter(({ userId }) => ids.includes(userId));
    const result = await keepingAnAdministrator(tx, tenantId, async () => {
      const { count: removed } = await tx.membershipRole.deleteMany({
        where: { tenantId, roleId: id, membershipId: { in: chosen(removeUserIds).map((one) => one.id) } },
      });
      const { count: added } = await tx.membershipRole.createMany({
        data: chosen(addUserIds).map((one) => ({ tenantId, membershipId: one.id, roleId: id })),
        skipDuplicates: true,
      });
      return { added, removed };
    });
    const names = (ids: string[]) => chosen(ids).map(({ user }) => user.name);
    await logChange(tx, call, {
      tenantId,
      id,
      label: role.name,
      before: { removed: names(removeUserIds) },
      after: { added: names(addUserIds) },
    });
    return result;
  });
}
