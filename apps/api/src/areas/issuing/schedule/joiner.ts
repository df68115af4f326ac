import type { Joiner } from '@xyxlx/contracts/issue-schedule';
import { type Calendar, isWorkDay } from './calendar.ts';
import { daysFrom } from './days.ts';

/** A period, its first and its last day both included. */
export interface Period {
  first: string;
  last: string;
}

/** So many of the days of a period. */
export interface Share {
  days: number;
  of: number;
}

const whole: Share = { days: 1, of: 1 };
const none: Share = { days: 0, of: 1 };

/** What share of a period's amount goes to an employee who was hired on a day, that day counted. */
export function joinerShare(joiner: Joiner, calendar: Calendar, period: Period, hiredOn: string): Share {
  if (hiredOn <= period.first) return whole;
  if (hiredOn > period.last || joiner === 'NEXT') return none;
  return joiner === 'FULL' ? whole : shareOf(joiner, calendar, period, { ...period, first: hiredOn });
}

/** What somebody who left on a day spent of a period's amount beyond their share of it, that day counted; in fen. */
export function spentBeyondShare(
  joiner: Joiner,
  calendar: Calendar,
  period: Period,
  { leftOn, amount, spent }: { leftOn: string; amount: number; spent: number },
): number {
  if (leftOn >= period.last || joiner === 'NEXT' || joiner === 'FULL') return 0;
  const earned = partOf(amount, shareOf(joiner, calendar, period, { ...period, last: leftOn }));
  return Math.max(0, spent - earned);
}

/** A share of an amount in fen, half up. */
export function partOf(amount: number, { days, of }: Share): number {
  const twice = 2 * amount * days + of;
  // A quotient of numbers this large can be rounded up; what the remainder leaves divides exactly.
  return (twice - (twice % (2 * of))) / (2 * of);
}

function shareOf(joiner: 'CALENDAR' | 'WORKDAY', calendar: Calendar, period: Period, part: Period): Share {
  const count = ({ first, last }: Period) =>
    [...daysFrom(first, last)].filter((day) => joiner === 'CALENDAR' || isWorkDay(calendar, day)).length;
  return { days: count(part), of: Math.max(1, count(period)) };
}
