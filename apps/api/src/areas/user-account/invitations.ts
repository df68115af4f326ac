import type { invitation as contract } from '@xyxlx/contracts/invitation';
import type { Prisma } from '@xyxlx/database/client/client';
import type { Deps } from '../../core/deps.ts';
import { recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { change, type Transaction } from '../../platform/db/transaction.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import type { Handlers } from '../../wire/implement.ts';
import { takeCode } from '../verification-code/codes.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { declineInvitation } from './decline-invitation.ts';
import { invitationEnd, refuseTooManyInvitations } from './invite.ts';
import { invitationScope } from './membership-scope.ts';
import { notifyInvited } from './notify-invited.ts';
import { mustOutrank } from './rank.ts';

/** Joining a tenant that asks for one. */
export const invitations: Handlers<typeof contract> = {
  getInvitationCount: async ({ session, deps }) => {
    const { prisma } = deps.database;
    const { mobile } = await prisma.user.findUniqueOrThrow({ where: { id: session.userId } });
    return { count: await prisma.invitation.count({ where: openFor(deps, mobile) }) };
  },

  openInvitation: async ({ input, request, deps }) => {
    const { prisma } = deps.database;
    const mobile = input.mobile.toLowerCase();
    await takeCode(deps, request, { mobile, scene: 'acceptInvitation', code: input.verificationCode });
    const user = await prisma.user.findUnique({ where: { mobile } });
    const rows = await prisma.invitation.findMany({
      where: openFor(deps, mobile),
      include: {
        tenant: true,
        company: true,
        roles: { include: { role: true }, orderBy: { roleId: 'asc' } },
      },
      orderBy: { createdAt: 'asc' },
      take: 50,
    });
    return {
      passwordNeeded: !user?.provenAt,
      list: rows.map(({ id, tenant, company, roles, createdBy, expiresAt }) => ({
        id,
        tenant: { name: tenant.name },
        company: company && { name: company.name },
        roles: roles.map(({ role: { code, name } }) => ({ code, name })),
        invitedBy: createdBy,
        expiresAt: expiresAt.toISOString(),
      })),
    };
  },

  acceptInvitation,
  declineInvitation,

  resendInvitation: async (call) => {
    const { input, session, deps } = call;
    const { mobile } = await visibleInvitation(deps.database.prisma, session, input.id);
    await refuseTooManyInvitations(deps, mobile);
    await change(call, async (tx) => {
      const { tenantId, id, name } = await changeable(tx, session, input.id);
      await tx.invitation.update({
        where: { tenantId_id: { tenantId, id } },
        data: { expiresAt: invitationEnd(deps), updatedAt: deps.clock.now(), updatedBy: session.userName },
      });
      await notifyInvited(tx, deps, tenantId, [mobile]);
      await logChange(tx, call, { tenantId, id, label: name });
    });
    return null;
  },

  cancelInvitation: async (call) => {
    const { input, session } = call;
    await change(call, async (tx) => {
      const { tenantId, id, name } = await changeable(tx, session, input.id);
      await tx.invitation.delete({ where: { tenantId_id: { tenantId, id } } });
      await logChange(tx, call, { tenantId, id, label: name, reason: input.reason });
    });
    return null;
  },
};

/** What can still be accepted by the owner of a mobile, in tenants that one can sign in to. */
function openFor({ clock }: Deps, mobile: string): Prisma.InvitationWhereInput {
  const now = clock.businessNow();
  return {
    mobile,
    expiresAt: { gt: clock.now() },
    tenant: { state: 'ACTIVE', OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
  };
}

async function visibleInvitation(tx: Pick<Transaction, 'invitation'>, session: Session, id: string) {
  const row = await tx.invitation.findFirst({
    where: { AND: [invitationScope(session), { id }] },
    include: { roles: { include: { role: true } } },
  });
  if (!row) throw recordMissing();
  return row;
}

/** The invitation, held, if the caller may do with it what they may do with a member of its roles. */
async function changeable(tx: Transaction, session: Session, id: string) {
  const row = await visibleInvitation(tx, session, id);
  mustOutrank(session, { roles: row.roles, userId: null });
  const held = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM invitations WHERE tenant_id = ${row.tenantId}::uuid AND id = ${id}::uuid FOR UPDATE`;
  if (held.length === 0) throw recordMissing();
  return row;
}
