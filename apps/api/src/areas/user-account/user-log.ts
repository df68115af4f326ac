import { invitation } from '@xyxlx/contracts/invitation';
import { signOn } from '@xyxlx/contracts/sign-on';
import { userAccount } from '@xyxlx/contracts/user-account';
import type { Caller } from '../../core/caller.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { type Change, logChanges } from '../../platform/operation-log/operation-log.ts';
import type { MembershipWithUser } from './present-user.ts';

/** What the log has of accounts besides the changes of somebody signed in: what its owner does with a code, and what nobody calls. */
export const logSteps = {
  resetPassword: userAccount.resetPassword.summary,
  bindAccount: signOn.bindAccount.summary,
  acceptInvitation: invitation.acceptInvitation.summary,
  declineInvitation: invitation.declineInvitation.summary,
  inviteUser: { zh: '邀请加入租户', en: 'Ask somebody to join' },
  askedToJoin: { zh: '被邀请加入其他租户', en: 'Was asked to join another tenant' },
  joinedElsewhere: { zh: '加入了其他租户', en: 'Joined another tenant' },
};

type Logged = Pick<MembershipWithUser, 'tenantId' | 'user'>;
type Entry = Pick<Change, 'before' | 'after' | 'reason'>;

/** Writes what was done to a user into the log of the tenant that the user was seen in. */
export async function logUser(tx: Transaction, by: Caller, membership: Logged, entry: Entry): Promise<void> {
  await logUsers(tx, by, [membership], () => entry);
}

/** As `logUser` for many in one statement. */
export async function logUsers<T extends Logged>(
  tx: Transaction,
  by: Caller,
  memberships: readonly T[],
  entryOf: (membership: T) => Entry,
): Promise<void> {
  const changes = memberships.map((membership) => ({
    tenantId: membership.tenantId,
    id: membership.user.id,
    label: membership.user.name,
    ...entryOf(membership),
  }));
  await logChanges(tx, by, changes);
}
