import { invitation } from '@xyxlx/contracts/invitation';
import { signOn } from '@xyxlx/contracts/sign-on';
import { userAccount } from '@xyxlx/contracts/user-account';
import type { RequestInfo } from '../../core/call.ts';
import type { Session } from '../../core/session.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { logOperations, type Operation } from '../../platform/operation-log/operation-log.ts';
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

export interface Caller {
  session: Session;
  request: RequestInfo;
}

type Logged = Pick<MembershipWithUser, 'tenantId' | 'user'>;
type Entry = Pick<Operation, 'action' | 'before' | 'after' | 'reason'>;

/** Writes what was done to a user into the log of the tenant that the user was seen in. */
export async function logUser(
  tx: Transaction,
  caller: Caller,
  membership: Logged,
  entry: Entry,
): Promise<void> {
  await logUsers(tx, caller, [membership], () => entry);
}

/** As `logUser` for many in one statement. */
export async function logUsers<T extends Logged>(
  tx: Transaction,
  caller: Caller,
  memberships: readonly T[],
  entryOf: (membership: T) => Entry,
): Promise<void> {
  const operations = memberships.map((membership) => ({
    module: 'userAccount',
    tenantId: membership.tenantId,
    target: { type: 'user', id: membership.user.id, label: membership.user.name },
    ...entryOf(membership),
  }));
  await logOperations(tx, caller, operations);
}
