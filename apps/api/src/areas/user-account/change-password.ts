import type { Call } from '../../core/call.ts';
import type { Deps } from '../../core/deps.ts';
import { ShownFailure } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { change, type Transaction } from '../../platform/db/transaction.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { brokenRule, passwordRules } from './password-rules.ts';
import { settleTry } from './password-tries.ts';

interface Change {
  mobile: string;
  oldPassword: string;
  newPassword: string;
}

/** Changes the caller's own password and ends all of their sessions; every failure is one that the screen shows. */
export async function changePassword(call: Call<Change, Session>): Promise<null> {
  const { mobile, oldPassword, newPassword } = call.input;
  const { session, request, deps } = call;
  const { database, passwords } = deps;
  const user = await database.prisma.user.findUniqueOrThrow({ where: { id: session.userId } });
  if (mobile.toLowerCase() !== user.mobile) {
    throw new ShownFailure({
      zh: '手机号/邮箱与当前登录账号不一致',
      en: 'This is not the account you are signed in with',
    });
  }
  const broken = brokenRule(newPassword, user.mobile);
  if (broken) throw new ShownFailure(broken);
  const isRight = await passwords.verify(user.passwordHash, oldPassword);
  if (!(await settleTry(deps, request, { mobile: user.mobile, isRight, isSignIn: false }))) {
    throw new ShownFailure({ zh: '当前密码错误', en: 'The current password is wrong' });
  }
  if (newPassword === oldPassword) throw new ShownFailure(passwordRules.old);
  const passwordHash = await passwords.hash(newPassword);
  await change(call, async (tx) => {
    const { count } = await tx.user.updateMany({
      where: { id: user.id, passwordHash: user.passwordHash },
      data: { passwordHash, passwordChangedAt: deps.clock.now(), passwordExpiresAt: null },
    });
    if (count === 0) {
      throw new ShownFailure({
        zh: '密码已被修改，请重新登录',
        en: 'The password has been changed meanwhile',
      });
    }
    await deps.sessions.revoke(tx, { userId: user.id }, 'password');
    await logChange(tx, call, { tenantId: session.tenantId, id: user.id, label: user.name });
  });
  return null;
}

/** Gives an account whose owner has proved to be there a new password, unlocks it, and ends its sessions and sign-on bindings. */
export async function replacePassword(
  tx: Transaction,
  { clock, sessions }: Deps,
  userId: string,
  passwordHash: string,
): Promise<void> {
  const now = clock.now();
  await tx.user.update({
    where: { id: userId },
    data: {
      passwordHash,
      passwordChangedAt: now,
      passwordExpiresAt: null,
      provenAt: now,
      failedTries: 0,
      lockedUntil: null,
    },
  });
  await tx.externalAccount.deleteMany({ where: { userId } });
  await sessions.revoke(tx, { userId }, 'password');
}
