import type { Call } from '../../core/call.ts';
import { Refusal } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { change } from '../../platform/db/transaction.ts';
import { claimVersion } from './claim-version.ts';
import { visibleMembership } from './membership-scope.ts';
import { mustOwnWholeAccount } from './own-whole-account.ts';
import { initialLife, initialPassword } from './password-rules.ts';
import { mustOutrank } from './rank.ts';
import { logUser } from './user-log.ts';

/** Gives a user a new initial password, shown this once, and ends all their sessions and sign-on bindings. */
export async function resetUserPassword(
  call: Call<{ id: string; version: number; reason: string }, Session>,
): Promise<{ initialPassword: string }> {
  const { input, session, deps } = call;
  if (input.id === session.userId) {
    throw new Refusal({ zh: '请在个人中心修改自己的密码', en: 'Change your own password in your profile' });
  }
  const password = initialPassword();
  const passwordHash = await deps.passwords.hash(password);
  await change(call, async (tx) => {
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
    await logUser(tx, call, membership, { reason: input.reason });
  });
  return { initialPassword: password };
}
