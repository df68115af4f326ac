import { type CalendarDay, dayFacts } from '../../rule/judge/day-facts.ts';
import { dayAfter } from './days.ts';

/** A work calendar as one tenant has it: the days that it says something of, and the years that it is published for. */
export interface Calendar {
  days: ReadonlyMap<string, CalendarDay>;
  /** As 2026. */
  years: ReadonlySet<string>;
}

/** The calendar of the days that are said something of. */
export function calendarOf(said: readonly (CalendarDay & { day: string })[]): Calendar {
  return {
    days: new Map(said.map(({ day, ...what }) => [day, what])),
    years: new Set(said.map(({ day }) => day.slice(0, 4))),
  };
}

/** Whether people work on a day; a year that isn't published has Monday to Friday. */
export function isWorkDay({ days }: Calendar, day: string): boolean {
  return dayFacts(day, days.get(day) ?? null).kind === 'WORKDAY';
}

export function isPublished({ years }: Calendar, day: string): boolean {
  return years.has(day.slice(0, 4));
}

/** No calendar rests for longer than so many days: a run further from work than that is done as it falls. */
const longestRest = 60;

/** The nearest working day from a day on, forth (1) or back (−1); the day itself where there is none near. */
export function workDayFrom(calendar: Calendar, day: string, step: 1 | -1): string {
  for (let at = 0; at <= longestRest; at += 1) {
    const other = dayAfter(day, at * step);
    if (isWorkDay(calendar, other)) return other;
  }
  return day;
}

/** How far, forth (1) or back (−1), there are rest days alone next to a day. */
export function restFrom(calendar: Calendar, day: string, step: 1 | -1): string {
  for (let at = 1; at <= longestRest; at += 1) {
    if (isWorkDay(calendar, dayAfter(day, at * step))) return dayAfter(day, (at - 1) * step);
  }
  return dayAfter(day, longestRest * step);
}

/**
 * The first days of the blocks of days off with a name, by the year that the block ends in: a block that is interrupted by a working day
 * counts from where it first begins.
 */
export function blockOf({ days }: Calendar, name: string): ReadonlyMap<string, string> {
  const off = [...days]
    .filter(([, said]) => said.kind === 'OFF' && said.name === name)
    .map(([day]) => day)
    .sort();
  const blocks = new Map<string, string>();
  let first: string | undefined;
  for (const [at, day] of off.entries()) {
    first ??= day;
    if (off[at + 1] === dayAfter(day)) continue;
    const year = day.slice(0, 4);
    if (!blocks.has(year)) blocks.set(year, first);
    first = undefined;
  }
  return blocks;
}
