import type { role as contract } from '@xyxlx/contracts/role';
import type { Prisma } from '@xyxlx/database/client/client';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { Refusal, recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { escapeLike } from '../../platform/db/escape-like.ts';
import { inMoneyTransaction } from '../../platform/db/transaction.ts';
import { logOperation } from '../../platform/operation-log/operation-log.ts';
import { maskMobile } from '../../platform/security/mask.ts';
import { keepingAnAdministrator } from '../user-account/administrators.ts';
import { membershipScope } from '../user-account/membership-scope.ts';
import { isWithin } from '../user-account/rank.ts';
import { findRole } from './find-role.ts';

/** Who has a role. */
export async function queryRoleMember({
  input,
  session,
  deps: { database },
}: Call<z.output<typeof contract.queryRoleMember.input>, Session>): Promise<
  z.input<typeof contract.queryRoleMember.output>
> {
  const { id, pageNum, pageSize, keyword, sort } = input;
  const role = await findRole(database.prisma, session, id);
  const where: Prisma.MembershipWhereInput = {
    AND: [membershipScope(session), { tenantId: role.tenantId, roles: { some: { roleId: id } } }],
    ...(keyword && { user: { name: { contains: escapeLike(keyword), mode: 'insensitive' } } }),
  };
  const [total, rows] = await Promise.all([
    database.prisma.membership.count({ where }),
    database.prisma.membership.findMany({
      where,
      include: { user: true, company: true },
      orderBy: [{ user: { name: sort?.order ?? 'asc' } }, { id: 'asc' }],
      skip: (pageNum - 1) * pageSize,
      take: pageSize,
    }),
  ]);
  const list = rows.map(({ user, company, state }) => ({
    userId: user.id,
    name: user.name,
    mobile: maskMobile(user.mobile),
    company: company && { id: company.id, name: company.name },
    state,
  }));
  return { list, total, pageNum, pageSize };
}

/** Gives a role to users and takes it from others; the last administrator keeps theirs. */
export async function setRoleMembers({
  input: { id, addUserIds, removeUserIds },
  session,
  request,
  deps,
}: Call<z.output<typeof contract.setRoleMembers.input>, Session>): Promise<{
  added: number;
  removed: number;
}> {
  const { tenantId } = session;
  return inMoneyTransaction(deps.database, session, async (tx) => {
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
    await logOperation(
      tx,
      { session, request },
      {
        tenantId,
        module: 'role',
        action: 'setRoleMembers',
        target: { type: 'role', id, label: role.name },
        before: { removed: names(removeUserIds) },
        after: { added: names(addUserIds) },
      },
    );
    return result;
  });
}
