import type { RiskExpression } from '@xyxlx/contracts/compliance-expression';
import {
  boundsOfMonth,
  dayBefore,
  shanghaiDay,
  shanghaiMonth,
  startOfDay,
} from '../../../platform/time/shanghai.ts';

/** A span of time: from its first instant to the first one after it. */
export interface Span {
  from: Date;
  to: Date;
}

type Calendar = 'DAY' | 'WEEK' | 'MONTH';
const dayLength = 86_400_000;

/** The calendar window of an expression; null of one that follows events. */
export function calendarOf({ window }: RiskExpression): Calendar | null {
  return window.kind === 'EVENT' || window.kind === 'ROLLING' ? null : window.kind;
}

/** The window in Asia/Shanghai that an instant is in; a week begins on Monday. */
export function windowAt(kind: Calendar, instant: Date): Span {
  if (kind === 'MONTH') return boundsOfMonth(shanghaiMonth(instant));
  const today = shanghaiDay(instant);
  // The first day of 1970 was a Thursday.
  const sinceMonday = (Date.parse(today) / dayLength + 3) % 7;
  const from = startOfDay(kind === 'DAY' ? today : dayBefore(today, sinceMonday));
  return { from, to: new Date(from.getTime() + (kind === 'DAY' ? 1 : 7) * dayLength) };
}

/** The windows that lie within a span as a whole, in their order. */
export function windowsWithin(kind: Calendar, { from, to }: Span): Span[] {
  const windows: Span[] = [];
  let next = windowAt(kind, from);
  if (next.from < from) next = windowAt(kind, next.to);
  while (next.to <= to) {
    windows.push(next);
    next = windowAt(kind, next.to);
  }
  return windows;
}
