import type { Endpoint } from '@xyxlx/contracts/endpoint';
import type { RequestInfo } from '../core/call.ts';
import type { Deps } from '../core/deps.ts';
import { isRecorded } from '../platform/operation-log/operation-log.ts';
import { isLogged } from './log-attempts.ts';

/**
 * Checks what was done against its contract: where that says it is logged, its handler must have logged it. One that
 * has not is a failure with developer tools; without them it is reported, and answered all the same.
 */
export function makeLogCheck(
  definition: Endpoint,
  endpoint: string,
  { settings, log }: Deps,
): (request: RequestInfo) => void {
  const { logsDone = true } = definition;
  if (!logsDone || !isLogged(definition)) return () => undefined;
  return (request) => {
    if (isRecorded(request)) return;
    if (settings.devTools) throw new Error(`${endpoint} has logged nothing of what it did.`);
    log.error({ endpoint }, 'a change is not in the operation log');
  };
}
