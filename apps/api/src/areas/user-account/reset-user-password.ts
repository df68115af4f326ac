import type { Deps } from '../../core/deps.ts';
import { Refusal } from '../../core/errors.ts';
import { inMoneyTransaction } from '../../platform/db/transaction.ts';
import { claimVersion } from './claim-version.ts';
import { visibleMembership } from './membership-scope.ts';
import { mustOwnWholeAccount } from './own-whole-account.ts';
import { initialLife, initialPassword } from './password-rules.ts';
import { mustOutrank } from './rank.ts';
import { type Caller, logUser } from './user-log.ts';

/** Gives a user a new initial password, shown this once, and ends all their sessions and sign-on bindings. */
export async function resetUserPassword(
  deps: Deps,
  caller: Caller,
  input: { id: string; version: number; reason: string },
): Promise<{ initialPassword: string }> {
  const { session } = caller;
  if (input.id === session.userId) {
    throw new Refusal({ zh: '请在个人中心修改自己的密码', en: 'Change your own password in your profile' });
  }
  const password = initialPassword();
  const passwordHash = await deps.passwords.hash(password);
  await inMoneyTransaction(deps.database, session, async (tx) => {
    const membership = await visibleMembership(tx, session, input.id);
    mustOutrank(session, membership);
    await mustOwnWholeAccount(tx, session, membership);
    await claimVersion(tx, deps, session, input);
    await tx.user.update({
      where: { id: input.id },
      data: {
        passwordHash,
        passwordChangedAt: null,
        passwordExpiresAt: new Date(deps.clock.now().getTime() + initialLife),
        provenAt: null,
        failedTries: 0,
        lockedUntil: null,
      },
    });
    await tx.externalAccount.deleteMany({ where: { userId: input.id } });
    await deps.sessions.revoke(tx, { userId: input.id }, 'password');
    await logUser(tx, caller, membership, { action: 'resetUserPassword', reason: input.reason });
  });
  return { initialPassword: password };
}
