import type { Caller } from '../../core/caller.ts';
import type { Deps } from '../../core/deps.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { maskMobile } from '../../platform/security/mask.ts';
import { consumeLimits } from '../../platform/security/rate-limit.ts';
import { refuseOverAccounts } from './account-limit.ts';
import { logElsewhere, notifyInvited } from './notify-invited.ts';
import { initialLife } from './password-rules.ts';

/** So many invitation messages a day go to one mobile, from all tenants together. */
const invitationsADay = 10;
const day = 86_400;

/** A step of adding somebody, by form, by file or with a tenant. */
export const inviting = { module: 'userAccount', action: 'inviteUser', target: 'invitation' };

interface Asked {
  tenantId: string;
  mobile: string;
  name: string;
  email?: string | undefined;
  companyId: string | null;
  roleIds: string[];
}

/** Throws 429 when the mobile was asked too often; to be called before the transaction. */
export async function refuseTooManyInvitations({ database, clock }: Deps, mobile: string): Promise<void> {
  const key = `invitation/mobile/${mobile.toLowerCase()}`;
  await consumeLimits(database.prisma, [{ key, max: invitationsADay, seconds: day }], clock.now());
}

/** Asks the owner of an account to join; nobody is a member before they have said so with a code. */
export async function invite(
  tx: Transaction,
  caller: Caller,
  { roleIds, email, ...asked }: Asked,
): Promise<{ id: string }> {
  const { tenantId, name } = asked;
  const { deps } = caller;
  const by = caller.session.userName;
  const mobile = asked.mobile.toLowerCase();
  const invitation = await tx.invitation.create({
    data: {
      ...asked,
      email: email ?? null,
      mobile,
      expiresAt: invitationEnd(deps),
      createdBy: by,
      updatedBy: by,
      roles: { create: roleIds.map((roleId) => ({ roleId })) },
    },
    include: { company: true, roles: { include: { role: true } } },
  });
  await refuseOverAccounts(tx, tenantId);
  await logChange(
    tx,
    { ...caller, operation: inviting },
    {
      tenantId,
      id: invitation.id,
      label: name,
      after: {
        name,
        mobile: maskMobile(mobile),
        company: invitation.company?.name ?? null,
        roles: invitation.roles.map(({ role }) => role.name),
      },
    },
  );
  await notifyInvited(tx, deps, tenantId, [mobile]);
  await logElsewhere(tx, caller.request, tenantId, [mobile], 'askedToJoin');
  return { id: invitation.id };
}

/** Until when an invitation that is sent now can be accepted. */
export function invitationEnd({ clock }: Deps): Date {
  return new Date(clock.now().getTime() + initialLife);
}
