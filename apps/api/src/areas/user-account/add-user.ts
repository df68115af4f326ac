import type { userAdministration as contract } from '@xyxlx/contracts/user-administration';
import type { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { maskMobile } from '../../platform/mask.ts';
import { inMoneyTransaction, type Transaction } from '../../platform/transaction.ts';
import { Refusal } from '../../wire/errors.ts';
import { refuseOverAccounts } from '../tenant/account-limit.ts';
import { companyFor, rolesFor } from './assignment.ts';
import { initialPassword } from './password-rules.ts';
import { userInclude } from './present-user.ts';
import { type Caller, logUser } from './user-log.ts';

type Input = z.output<typeof contract.addUser.input>;

/** Makes an account in the caller's tenant; somebody who has one elsewhere joins with it and keeps the password. */
export async function addUser(
  deps: Deps,
  caller: Caller,
  input: Input,
): Promise<{ id: string; version: number; initialPassword: string | null }> {
  const password = initialPassword();
  const passwordHash = await deps.passwords.hash(password);
  return inMoneyTransaction(deps.database, caller.session, async (tx) => {
    const { user, isNew } = await findOrMakeUser(tx, caller, input, passwordHash);
    await joinTenant(tx, caller, input, user.id);
    return { id: user.id, version: user.version, initialPassword: isNew ? password : null };
  });
}

/** The account that signs in with the mobile, made when there is none. */
export async function findOrMakeUser(
  tx: Transaction,
  { session }: Caller,
  { mobile, name, email }: Pick<Input, 'mobile' | 'name' | 'email'>,
  passwordHash: string,
): Promise<{ user: { id: string; version: number }; isNew: boolean }> {
  const made = await tx.user.createManyAndReturn({
    data: {
      mobile: mobile.toLowerCase(),
      name,
      email: email ?? null,
      passwordHash,
      createdBy: session.userName,
      updatedBy: session.userName,
    },
    // Two administrators adding the same mobile: the second finds the first one's account.
    skipDuplicates: true,
  });
  const [user] = made;
  if (user) return { user, isNew: true };
  return { user: await tx.user.findUniqueOrThrow({ where: { mobile: mobile.toLowerCase() } }), isNew: false };
}

async function joinTenant(tx: Transaction, caller: Caller, input: Input, userId: string): Promise<void> {
  const { session } = caller;
  const { tenantId } = session;
  const roleIds = await rolesFor(tx, session, tenantId, input.roleIds);
  const companyId = await companyFor(tx, session, tenantId, input.companyId ?? null);
  const [membership] = await tx.membership.createManyAndReturn({
    data: { tenantId, userId, companyId },
    skipDuplicates: true,
  });
  if (!membership) {
    throw new Refusal({
      zh: '该手机号/邮箱的用户已存在',
      en: 'A user with this mobile or e-mail exists already',
    });
  }
  await refuseOverAccounts(tx, tenantId);
  await tx.membershipRole.createMany({
    data: roleIds.map((roleId) => ({ tenantId, membershipId: membership.id, roleId })),
  });
  const joined = await tx.membership.findUniqueOrThrow({
    where: { id: membership.id },
    include: userInclude,
  });
  await logUser(tx, caller, joined, {
    action: 'addUser',
    after: {
      name: joined.user.name,
      mobile: maskMobile(joined.user.mobile),
      company: joined.company?.name ?? null,
      roles: joined.roles.map(({ role }) => role.name),
    },
  });
}
