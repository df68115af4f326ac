import type { userAdministration as contract } from '@xyxlx/contracts/user-administration';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import type { Caller } from '../../core/caller.ts';
import { Refusal } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { change, type Transaction } from '../../platform/db/transaction.ts';
import { maskMobile } from '../../platform/security/mask.ts';
import { refuseOverAccounts } from './account-limit.ts';
import { companyFor, rolesFor } from './assignment.ts';
import { invite, refuseTooManyInvitations } from './invite.ts';
import { initialLife, initialPassword } from './password-rules.ts';
import { userInclude } from './present-user.ts';
import { logUser } from './user-log.ts';

type Input = z.output<typeof contract.addUser.input>;

/** Makes an account in the caller's tenant; somebody who has one already is asked to join. */
export async function addUser(
  call: Call<Input, Session>,
): Promise<{ id: string; version: number; initialPassword: string | null }> {
  const { input, session, deps } = call;
  const { tenantId } = session;
  const password = initialPassword();
  const passwordHash = await deps.passwords.hash(password);
  await refuseTooManyInvitations(deps, input.mobile);
  return change(call, async (tx) => {
    const roleIds = await rolesFor(tx, session, tenantId, input.roleIds);
    const companyId = await companyFor(tx, session, tenantId, input.companyId ?? null);
    const user = await makeUser(tx, call, input, passwordHash);
    if (!user) {
      // Only now: a transaction that added the same mobile at the same moment has committed by here.
      await refuseMember(tx, tenantId, input.mobile.toLowerCase());
      const { id } = await invite(tx, call, { ...input, tenantId, companyId, roleIds });
      return { id, version: 1, initialPassword: null };
    }
    await joinTenant(tx, call, { tenantId, userId: user.id, companyId, roleIds });
    return { id: user.id, version: user.version, initialPassword: password };
  });
}

/** The new account that signs in with the mobile; null where there is one already, even without a membership. */
export async function makeUser(
  tx: Transaction,
  { session, deps: { clock } }: Caller,
  { mobile, name, email }: Pick<Input, 'mobile' | 'name' | 'email'>,
  passwordHash: string,
): Promise<{ id: string; version: number } | null> {
  const [user] = await tx.user.createManyAndReturn({
    data: {
      mobile: mobile.toLowerCase(),
      name,
      email: email ?? null,
      passwordHash,
      passwordExpiresAt: new Date(clock.now().getTime() + initialLife),
      createdBy: session.userName,
      updatedBy: session.userName,
    },
    // Two administrators adding the same mobile: the second finds the first one's account.
    skipDuplicates: true,
  });
  return user ?? null;
}

async function refuseMember(tx: Transaction, tenantId: string, mobile: string): Promise<void> {
  const isMember = await tx.membership.count({ where: { tenantId, user: { mobile } } });
  const isAsked = await tx.invitation.count({ where: { tenantId, mobile } });
  if (isMember > 0) {
    throw new Refusal({
      zh: '该手机号/邮箱的用户已存在',
      en: 'A user with this mobile or e-mail exists already',
    });
  }
  if (isAsked > 0) {
    throw new Refusal({
      zh: '该手机号/邮箱已邀请，待本人确认；可重发或取消邀请',
      en: 'This mobile or e-mail has been invited already: send the invitation again, or cancel it',
    });
  }
}

async function joinTenant(
  tx: Transaction,
  by: Caller,
  { roleIds, ...place }: { tenantId: string; userId: string; companyId: string | null; roleIds: string[] },
): Promise<void> {
  const { tenantId } = place;
  const { id: membershipId } = await tx.membership.create({ data: place });
  await refuseOverAccounts(tx, tenantId);
  await tx.membershipRole.createMany({
    data: roleIds.map((roleId) => ({ tenantId, membershipId, roleId })),
  });
  const joined = await tx.membership.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id: membershipId } },
    include: userInclude,
  });
  await logUser(tx, by, joined, {
    after: {
      name: joined.user.name,
      mobile: maskMobile(joined.user.mobile),
      company: joined.company?.name ?? null,
      roles: joined.roles.map(({ role }) => role.name),
    },
  });
}
