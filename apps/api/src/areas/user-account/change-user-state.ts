import type { Call } from '../../core/call.ts';
import { Refusal } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { change } from '../../platform/db/transaction.ts';
import { refuseOverAccounts } from './account-limit.ts';
import { keepingAnAdministrator } from './administrators.ts';
import { claimVersion } from './claim-version.ts';
import { visibleMembership } from './membership-scope.ts';
import { mustOwnWholeAccount } from './own-whole-account.ts';
import { mustOutrank } from './rank.ts';
import { logUser } from './user-log.ts';
import { mustAllowUser } from './user-states.ts';

interface Which {
  id: string;
  version: number;
}

/** Disables a user in the tenant and ends the sessions there; nothing of the history goes. */
export async function disableUser(call: Call<Which & { reason: string }, Session>): Promise<null> {
  const { input, session, deps } = call;
  if (input.id === session.userId) throw notOneself();
  await change(call, async (tx) => {
    const membership = await visibleMembership(tx, session, input.id);
    mustOutrank(session, membership);
    mustAllowUser('deleteUser', membership, deps.clock.now());
    await keepingAnAdministrator(tx, membership.tenantId, async () => {
      await claimVersion(tx, deps, session, input);
      await tx.membership.update({
        where: { tenantId_id: { tenantId: membership.tenantId, id: membership.id } },
        data: { state: 'DISABLED' },
      });
    });
    await deps.sessions.revoke(tx, { userId: input.id, tenantId: membership.tenantId }, 'disabled');
    await logUser(tx, call, membership, {
      before: { state: 'ACTIVE' },
      after: { state: 'DISABLED' },
      reason: input.reason,
    });
  });
  return null;
}

/** Lets a disabled user sign in again. */
export async function enableUser(call: Call<Which, Session>): Promise<null> {
  const { input, session, deps } = call;
  await change(call, async (tx) => {
    const membership = await visibleMembership(tx, session, input.id);
    mustOutrank(session, membership);
    mustAllowUser('enableUser', membership, deps.clock.now());
    await claimVersion(tx, deps, session, input);
    await tx.membership.update({
      where: { tenantId_id: { tenantId: membership.tenantId, id: membership.id } },
      data: { state: 'ACTIVE' },
    });
    await refuseOverAccounts(tx, membership.tenantId);
    await logUser(tx, call, membership, {
      before: { state: 'DISABLED' },
      after: { state: 'ACTIVE' },
    });
  });
  return null;
}

/** Lifts the lock of too many wrong passwords before its time. */
export async function unlockUser(call: Call<Which, Session>): Promise<null> {
  const { input, session, deps } = call;
  await change(call, async (tx) => {
    const membership = await visibleMembership(tx, session, input.id);
    mustOutrank(session, membership);
    await mustOwnWholeAccount(tx, session, membership);
    mustAllowUser('unlockUser', membership, deps.clock.now());
    await claimVersion(tx, deps, session, input);
    await tx.user.update({ where: { id: input.id }, data: { failedTries: 0, lockedUntil: null } });
    await logUser(tx, call, membership, {});
  });
  return null;
}

export function notOneself(): Refusal {
  return new Refusal({ zh: '不能停用自己的账号', en: 'You cannot disable your own account' });
}
