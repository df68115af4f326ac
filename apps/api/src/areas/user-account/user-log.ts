import type { RequestInfo } from '../../core/call.ts';
import type { Session } from '../../core/session.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { logOperation, type Operation } from '../../platform/operation-log/operation-log.ts';
import type { MembershipWithUser } from './present-user.ts';

export interface Caller {
  session: Session;
  request: RequestInfo;
}

/** Writes what was done to a user into the log of the tenant that the user was seen in. */
export async function logUser(
  tx: Transaction,
  caller: Caller,
  { tenantId, user }: Pick<MembershipWithUser, 'tenantId' | 'user'>,
  operation: Pick<Operation, 'action' | 'before' | 'after' | 'reason'>,
): Promise<void> {
  await logOperation(tx, caller, {
    module: 'userAccount',
    tenantId,
    target: { type: 'user', id: user.id, label: user.name },
    ...operation,
  });
}
