import type { RequestInfo } from '../../core/call.ts';
import type { Session } from '../../core/session.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { logOperations, type Operation } from '../../platform/operation-log/operation-log.ts';
import type { MembershipWithUser } from './present-user.ts';

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
