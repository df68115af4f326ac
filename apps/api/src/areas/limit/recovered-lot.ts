import type { Link, LockedAccount } from './account.sql.ts';

/** What the records of a recovery say of a lot whose last day is over. */
export const lotEndReason = '额度到期';

/** The link of what was left in a lot and goes back to the company's fund, in fen; the account has it as available. */
export function recoveredLot(account: LockedAccount, lotId: string, amount: number, reason: string): Link {
  const still = { total: 0, locked: 0 };
  const change = { ...still, available: -amount, recovered: amount, chain: -amount, fund: amount };
  return { account, change: { ...change, lotAvailable: -amount, lotId }, reason };
}
