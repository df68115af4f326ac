import { businessNow } from '../../lib/business-clock.ts';
import { businessToday } from '../../lib/time.ts';
import type { Span } from './days.ts';

/** The spans of days that are asked for most, as they are today. */
export function datePresets(
  now = businessNow(),
): { key: 'today' | 'week' | 'month' | 'lastMonth'; span: Span }[] {
  const today = businessToday(now);
  const lastDay = dayBefore(firstOf(today), 1);
  return [
    { key: 'today', span: [today, today] },
    { key: 'week', span: [dayBefore(today, 6), today] },
    { key: 'month', span: [firstOf(today), today] },
    { key: 'lastMonth', span: [firstOf(lastDay), lastDay] },
  ];
}

function firstOf(day: string): string {
  return `${day.slice(0, 8)}01`;
}

function dayBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);
}
