import type { Caller } from '../../apps/api/src/core/caller.ts';
import { type Operation, operationOf } from '../../apps/api/src/core/operation.ts';
import type { Session } from '../../apps/api/src/core/session.ts';
import type { TestApi } from './test-api.ts';

/** Somebody signed in who acts without going through the wire. */
export function callerOf(
  { deps }: Pick<TestApi, 'deps'>,
  session: Session,
  operation: Operation = operationOf('merchant', 'editMerchant'),
): Caller {
  return {
    session,
    request: {
      id: crypto.randomUUID(),
      ip: '127.0.0.1',
      device: 'test',
      language: 'zh',
      token: undefined,
    },
    operation,
    deps,
    now: deps.clock.businessNow(),
  };
}
