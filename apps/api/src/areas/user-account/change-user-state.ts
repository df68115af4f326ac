import type { Deps } from '../../core/deps.ts';
import { Refusal } from '../../core/errors.ts';
import { inMoneyTransaction } from '../../platform/db/transaction.ts';
import { refuseOverAccounts } from './account-limit.ts';
import { keepingAnAdministrator } from './administrators.ts';
import { claimVersion } from './claim-version.ts';
import { visibleMembership } from './membership-scope.ts';
import { mustOwnWholeAccount } from './own-whole-account.ts';
import { mustOutrank } from './rank.ts';
import { type Caller, logUser } from './user-log.ts';
import { mustAllowUser } from './user-states.ts';

interface Which {
  id: string;
  version: number;
}

/** Disables a user in the tenant and ends the sessions there; nothing of the history goes. */
export async function disableUser(
  deps: Deps,
  caller: Caller,
  input: Which & { reason: string },
): Promise<null> {
  const { session } = caller;
  if (input.id === session.userId) throw notOneself();
  await inMoneyTransaction(deps.database, session, async (tx) => {
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
    await logUser(tx, caller, membership, {
      action: 'deleteUser',
      before: { state: 'ACTIVE' },
      after: { state: 'DISABLED' },
      reason: input.reason,
    });
  });
  return null;
}

/** Lets a disabled user sign in again. */
export async function enableUser(
  deps: Deps,
  caller: Caller,
  input: Which & { reason?: string },
): Promise<null> {
  const { session } = caller;
  await inMoneyTransaction(deps.database, session, async (tx) => {
    const membership = await visibleMembership(tx, session, input.id);
    mustOutrank(session, membership);
    mustAllowUser('enableUser', membership, deps.clock.now());
    await claimVersion(tx, deps, session, input);
    await tx.membership.update({
      where: { tenantId_id: { tenantId: membership.tenantId, id: membership.id } },
      data: { state: 'ACTIVE' },
    });
    await refuseOverAccounts(tx, membership.tenantId);
    await logUser(tx, caller, membership, {
      action: 'enableUser',
      before: { state: 'DISABLED' },
      after: { state: 'ACTIVE' },
      ...(input.reason && { reason: input.reason }),
    });
  });
  return null;
}

/** Lifts the lock of too many wrong passwords before its time. */
export async function unlockUser(deps: Deps, caller: Caller, input: Which): Promise<null> {
  const { session } = caller;
  await inMoneyTransaction(deps.database, session, async (tx) => {
    const membership = await visibleMembership(tx, session, input.id);
    mustOutrank(session, membership);
    await mustOwnWholeAccount(tx, session, membership);
    mustAllowUser('unlockUser', membership, deps.clock.now());
    await claimVersion(tx, deps, session, input);
    await tx.user.update({ where: { id: input.id }, data: { failedTries: 0, lockedUntil: null } });
    await logUser(tx, caller, membership, { action: 'unlockUser' });
  });
  return null;
}

export function notOneself(): Refusal {
  return new Refusal({ zh: '不能停用自己的账号', en: 'You cannot disable your own account' });
}
