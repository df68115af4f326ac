import { longestSpan } from '@xyxlx/contracts/compliance-dashboard';
import { days, type Span } from '../../../kit/filters/days.ts';
import { businessNow } from '../../../lib/business-clock.ts';
import { businessToday } from '../../../lib/time.ts';

/** The spans that are asked for most: so many days until today. */
export const quickSpans = [7, 30, 90, longestSpan] as const;
const usualDays = 30;
const dayLength = 86_400_000;

/** So many days in Asia/Shanghai, the last of them today. */
export function lastDays(count: number, now = businessNow()): Span {
  const today = businessToday(now);
  return [dayAfter(today, 1 - count), today];
}

/** Whether the dashboard can be asked for it: two days that there are, in their order and not too far apart. */
export function isAskable([from, to]: Span): boolean {
  return isDay(from) && isDay(to) && from <= to && daysBetween([from, to]) <= longestSpan;
}

/** The span that an address names; without one that can be asked for, the last 30 days. */
export function spanOf(text: string | null, now = businessNow()): Span {
  const span = days.read(text ?? '');
  return span && isAskable(span) ? span : lastDays(usualDays, now);
}

/** How many days a span has, both ends included. */
export function daysBetween([from, to]: Span): number {
  return (Date.parse(to) - Date.parse(from)) / dayLength + 1;
}

/** The day so many days after another. */
export function dayAfter(day: string, count: number): string {
  return new Date(Date.parse(day) + count * dayLength).toISOString().slice(0, 10);
}

function isDay(text: string): boolean {
  const at = Date.parse(text);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}
