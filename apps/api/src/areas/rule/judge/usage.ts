import { dayBefore } from '../../../platform/time/shanghai.ts';

/** The spans that caps count over. */
export const usageSpans = ['DAY', 'WEEK', 'MONTH', 'TOTAL'] as const;
export type UsageSpan = (typeof usageSpans)[number];

/** What the company has paid under a rule for an employee in a span, in fen, and in how many payments. */
export interface Used {
  amount: number;
  count: number;
}

/** By `usageId`; what is missing is nothing. */
export type Usage = ReadonlyMap<string, Used>;

/** The first day of the span that a day lies in: weeks begin on Monday, TOTAL never ends. */
export function startOfSpan(span: UsageSpan, day: string): string {
  if (latest.day !== day) latest = { day, starts: startsOf(day) };
  return latest.starts[span];
}

/** Of the day asked for last: a payment asks for its own with each cap, and the next one is often of the same day. */
let latest: { day: string; starts: Record<UsageSpan, string> } = { day: '', starts: startsOf('1970-01-01') };

function startsOf(day: string): Record<UsageSpan, string> {
  return {
    DAY: day,
    WEEK: dayBefore(day, weekdayOf(day) - 1),
    MONTH: `${day.slice(0, 7)}-01`,
    TOTAL: '1970-01-01',
  };
}

/** 1 is Monday, 7 Sunday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
}

/** Where the usage of a rule in the span of a day stands in a `Usage`. */
export function usageId(key: string, span: UsageSpan, day: string): string {
  return `${key}/${span}/${startOfSpan(span, day)}`;
}

/** The spans in which a payment of a day counts, of each rule that it fell under. */
export function spansOf(
  keys: readonly string[],
  day: string,
): { key: string; span: UsageSpan; startsOn: string }[] {
  return keys.flatMap((key) => usageSpans.map((span) => ({ key, span, startsOn: startOfSpan(span, day) })));
}
