import type { RiskCaseRow } from '@xyxlx/contracts/compliance-case';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

interface TimeLeft {
  /** Of the whole time from its opening on, 0 to 1. */
  share: number;
  isOver: boolean;
  /** What is left, or how long it is over, in the largest unit of which there are two, else in minutes. */
  count: number;
  unit: 'days' | 'hours' | 'minutes';
}

/** What is left of the time of a case, by the business time at which it was read. */
export function timeLeft({
  openedAt,
  dueAt,
  asOf,
}: Pick<RiskCaseRow, 'openedAt' | 'dueAt' | 'asOf'>): TimeLeft {
  const left = Date.parse(dueAt) - Date.parse(asOf);
  const whole = Date.parse(dueAt) - Date.parse(openedAt);
  const share = whole > 0 ? Math.min(1, Math.max(0, left / whole)) : 0;
  const extent = Math.abs(left);
  const isOver = left <= 0;
  if (extent >= 2 * day) return { share, isOver, count: Math.floor(extent / day), unit: 'days' };
  if (extent >= 2 * hour) return { share, isOver, count: Math.floor(extent / hour), unit: 'hours' };
  return { share, isOver, count: Math.floor(extent / minute), unit: 'minutes' };
}
