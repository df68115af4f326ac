import { openBills } from './areas/bill/open-bills.ts';
import { expireDraws } from './areas/lottery/expire-draws.ts';
import type { Duty } from './platform/jobs/duty.ts';

/** The map of what the service does by the clock. */
export const duties: readonly Duty[] = [
  { name: 'openBills', run: openBills },
  { name: 'expireDraws', run: expireDraws },
];
