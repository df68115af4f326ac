import type { Invitation } from '@xyxlx/database/client/client';
import { spell } from '@xyxlx/database/spell';
import type { Call } from '../../core/call.ts';
import type { Deps } from '../../core/deps.ts';
import { Refusal } from '../../core/errors.ts';
import { activeTenant } from '../../platform/db/active-tenant.ts';
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { takeCode, useUp } from '../verification-code/codes.ts';
import { refuseOverAccounts } from './account-limit.ts';
import { replacePassword } from './change-password.ts';
import { logElsewhere } from './notify-invited.ts';
import { brokenRule, passwordRules } from './password-rules.ts';
import { userInclude } from './present-user.ts';
import { accountOwner } from './usable-membership.ts';

interface Acceptance {
  id: string;
  mobile: string;
  verificationCode: string;
  newPassword?: string | undefined;
}

/**
 * Makes the owner of a mobile, who has the code, a member of the tenant that asked for them. A password that the owner has not set with
 * a code is replaced: the administrator who handed it out would get into this tenant too. Its sessions and sign-on bindings end.
 */
export async function acceptInvitation(call: Call<Acceptance, undefined>): Promise<null> {
  const { input, request, deps } = call;
  const { database, passwords } = deps;
  const mobile = input.mobile.toLowerCase();
  const broken = input.newPassword === undefined ? null : brokenRule(input.newPassword, mobile);
  if (broken) throw new Refusal(broken);
  const codeId = await takeCode(deps, request, {
    mobile,
    scene: 'acceptInvitation',
    code: input.verificationCode,
  });
  const known = await database.prisma.user.findUnique({ where: { mobile } });
  if (input.newPassword !== undefined && known) {
    if (await passwords.verify(known.passwordHash, input.newPassword)) throw new Refusal(passwordRules.old);
  }
  const passwordHash = input.newPassword === undefined ? null : await passwords.hash(input.newPassword);
  await inTransaction(database, async (tx) => {
    const invitation = await takeInvitation(tx, deps, input.id, mobile);
    await useUp(deps, tx, codeId);
    const userId = await provenOwner(tx, deps, invitation, passwordHash);
    await join(tx, call, invitation, userId);
  });
  return null;
}

/** The invitation, held until it is gone; throws 406 when it can't be answered any more. */
export async function takeInvitation(
  tx: Transaction,
  { clock }: Deps,
  id: string,
  mobile: string,
): Promise<Invitation> {
  const [held] = await tx.$queryRaw<{ tenantId: string }[]>`
    SELECT i.tenant_id AS "tenantId" FROM invitations i JOIN tenants t ON t.id = i.tenant_id
    WHERE i.id = ${id}::uuid AND i.mobile = ${mobile} AND i.expires_at > ${clock.now()}::timestamptz
      AND ${activeTenant('t', clock.businessNow())} FOR UPDATE OF i`;
  if (!held) {
    throw new Refusal({
      zh: '邀请已失效，请联系邀请您的管理员',
      en: 'This invitation is no longer valid, ask the administrator who invited you',
    });
  }
  return tx.invitation.findUniqueOrThrow({ where: { tenantId_id: { tenantId: held.tenantId, id } } });
}

/** The account of the mobile with a password that only its owner knows; made where there is none (the account moved to another mobile). */
async function provenOwner(
  tx: Transaction,
  deps: Deps,
  { mobile, name, email, createdBy }: Invitation,
  passwordHash: string | null,
): Promise<string> {
  // A reset of the password or a change of the mobile at the same time comes before or after, not in between.
  const [user] = await tx.$queryRaw<{ id: string; provenAt: Date | null }[]>`
    SELECT id, proven_at AS "provenAt" FROM users WHERE mobile = ${mobile} FOR UPDATE`;
  if (user?.provenAt && passwordHash === null) return user.id;
  if (passwordHash === null) {
    throw new Refusal({ zh: '请设置新密码', en: 'Set a new password' });
  }
  if (user) {
    await replacePassword(tx, deps, user.id, passwordHash);
    return user.id;
  }
  const now = deps.clock.now();
  const made = await tx.user.create({
    data: {
      mobile,
      name,
      ...spell(name),
      email,
      passwordHash,
      passwordChangedAt: now,
      provenAt: now,
      createdBy,
      updatedBy: createdBy,
    },
  });
  return made.id;
}

async function join(
  tx: Transaction,
  call: Call<unknown, undefined>,
  { tenantId, id, companyId, mobile }: Invitation,
  userId: string,
): Promise<void> {
  const [membership] = await tx.membership.createManyAndReturn({
    data: { tenantId, userId, companyId },
    skipDuplicates: true,
  });
  if (!membership) {
    throw new Refusal({ zh: '您已是该租户的成员', en: 'You belong to this tenant already' });
  }
  await tx.$executeRaw`
    INSERT INTO membership_roles (tenant_id, membership_id, role_id)
    SELECT tenant_id, ${membership.id}::uuid, role_id FROM invitation_roles
    WHERE tenant_id = ${tenantId}::uuid AND invitation_id = ${id}::uuid`;
  await tx.invitation.delete({ where: { tenantId_id: { tenantId, id } } });
  await refuseOverAccounts(tx, tenantId);
  // An editor who read the account before sees that it is another one now.
  await tx.user.update({
    where: { id: userId },
    data: { version: { increment: 1 }, updatedAt: call.deps.clock.now() },
  });
  const joined = await tx.membership.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id: membership.id } },
    include: userInclude,
  });
  await logChange(
    tx,
    { ...call, session: accountOwner(joined) },
    {
      tenantId,
      id: userId,
      label: joined.user.name,
      after: { company: joined.company?.name ?? null, roles: joined.roles.map(({ role }) => role.name) },
    },
  );
  await logElsewhere(tx, call.request, tenantId, [mobile], 'joinedElsewhere');
}
