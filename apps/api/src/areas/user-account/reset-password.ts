import type { Call } from '../../core/call.ts';
import { Refusal } from '../../core/errors.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { codeRefused, takeCode, useUp } from '../verification-code/codes.ts';
import { replacePassword } from './change-password.ts';
import { brokenRule, passwordRules } from './password-rules.ts';
import { accountOwner, usableMembership } from './usable-membership.ts';

/** Sets a new password, given the code; a wrong code and a missing account get the same answer. */
export async function resetPassword(
  call: Call<{ mobile: string; verificationCode: string; newPassword: string }, undefined>,
): Promise<null> {
  const { input, request, deps } = call;
  const mobile = input.mobile.toLowerCase();
  const broken = brokenRule(input.newPassword, mobile);
  if (broken) throw new Refusal(broken);
  const codeId = await takeCode(deps, request, {
    mobile,
    scene: 'resetPassword',
    code: input.verificationCode,
  });
  const user = await deps.database.prisma.user.findUnique({ where: { mobile } });
  const membership = user && (await usableMembership(deps.database.pool, deps, user.id));
  if (!user || !membership) throw codeRefused();
  if (await deps.passwords.verify(user.passwordHash, input.newPassword)) throw new Refusal(passwordRules.old);
  const passwordHash = await deps.passwords.hash(input.newPassword);
  await inTransaction(deps.database, async (tx) => {
    await useUp(deps, tx, codeId);
    await replacePassword(tx, deps, user.id, passwordHash);
    const session = accountOwner(membership);
    await logChange(tx, { ...call, session }, { tenantId: session.tenantId, id: user.id, label: user.name });
  });
  return null;
}
