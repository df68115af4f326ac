import type { RequestInfo } from '../../core/call.ts';
import type { Deps } from '../../core/deps.ts';
import { countUse, refuseUsedUp } from '../../platform/security/rate-limit.ts';

/**
 * The wrong passwords that may come from one address, for all accounts together. Right ones are not counted: a whole
 * company behind one address signs in.
 */
function limitsOf({ ip }: RequestInfo) {
  return [
    { key: `sign-in/address/${ip}`, max: 60, seconds: 600 },
    { key: `sign-in/address/${ip}`, max: 500, seconds: 86_400 },
  ];
}

/**
 * Throws 429 once an address has had its wrong passwords. Asked before the password is looked at and once more after it was right:
 * of many tries side by side only so many are told whether they were.
 */
export async function refuseBusyAddress({ database, clock }: Deps, request: RequestInfo): Promise<void> {
  await refuseUsedUp(database.prisma, limitsOf(request), clock.now());
}

/** Counts a wrong password; throws 429 instead of what the caller would say of it where there were too many. */
export async function countWrongTry({ database, clock }: Deps, request: RequestInfo): Promise<void> {
  await countUse(database.prisma, limitsOf(request), clock.now());
}
