import type { FundKind } from '@xyxlx/contracts/fund-kinds';

/** A company's day that has not moved its money, or whose fee was not taken; in fen. */
export interface WaitingDay {
  companyId: string;
  day: string;
  /** What leaves 备付金, and what 待结算 gets: less than nothing where more came back than was paid. */
  reserved: number;
  owed: number;
  fee: number;
  /** Its money has moved, and only its fee waits. */
  wasClosed: boolean;
}

interface SettledDay extends WaitingDay {
  isClosed: boolean;
  /** By this close: never of a day that is open. */
  isFeePaid: boolean;
}

/**
 * Says which days are closed, and which fees are taken, by what accounts have free: days that add to 待结算 first, then the oldest; a day
 * or a fee that is not covered waits, and those behind it go on.
 */
export function settleDays(
  days: readonly WaitingDay[],
  freeOf: (companyId: string, kind: FundKind) => number,
): SettledDay[] {
  const left = new Map<string, number>();
  const take = (companyId: string, kind: FundKind, amount: number): boolean => {
    const key = `${companyId} ${kind}`;
    const free = left.get(key) ?? freeOf(companyId, kind);
    if (amount > 0 && amount > free) return false;
    left.set(key, free - amount);
    return true;
  };
  const inTurn = days.toSorted(
    (one, other) => Number(one.owed < 0) - Number(other.owed < 0) || one.day.localeCompare(other.day),
  );
  return inTurn.map((day) => {
    const isClosed = day.wasClosed || take(day.companyId, 'SETTLEMENT', -day.owed);
    const isFeePaid = isClosed && day.fee > 0 && take(day.companyId, 'ENTERPRISE', day.fee);
    return { ...day, isClosed, isFeePaid };
  });
}
