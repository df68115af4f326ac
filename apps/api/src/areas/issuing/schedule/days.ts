import { dayBefore } from '../../../platform/time/shanghai.ts';
import { weekdayOf } from '../../rule/judge/usage.ts';

/** The day so many days after another. */
export function dayAfter(day: string, days = 1): string {
  return dayBefore(day, -days);
}

/** Each day from one to another, both included. */
export function* daysFrom(first: string, last: string): Generator<string> {
  for (let day = first; day <= last; day = dayAfter(day)) yield day;
}

/** The week of ISO 8601 that a day lies in, as 2026-W47: it belongs to the year of its Thursday. */
export function weekOf(day: string): string {
  const thursday = dayAfter(day, 4 - weekdayOf(day));
  const year = thursday.slice(0, 4);
  const week = 1 + Math.floor(daysBetween(`${year}-01-01`, thursday) / 7);
  return `${year}-W${String(week).padStart(2, '0')}`;
}

/** How many days lie between two, the first included. */
export function daysBetween(first: string, last: string): number {
  return (Date.parse(last) - Date.parse(first)) / 86_400_000;
}

/** The day of a month by its number, or the last of a month that is shorter; `month` as 2026-11. */
export function dayOfMonth(month: string, number: number): string {
  const [year, at] = month.split('-').map(Number) as [number, number];
  const last = new Date(Date.UTC(year, at, 0)).getUTCDate();
  return `${month}-${String(Math.min(number, last)).padStart(2, '0')}`;
}

/** The days of the year, as 02-28, of which each year's celebration falls on this one: in a common year those of 02-29 are a day early. */
export function celebratedOn(day: string): string[] {
  const own = day.slice(5);
  return own === '02-28' && dayAfter(day).endsWith('03-01') ? [own, '02-29'] : [own];
}
