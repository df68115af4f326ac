import type { Schedule } from '@xyxlx/contracts/issue-schedule';
import { dayBefore } from '../../../platform/time/shanghai.ts';
import { weekdayOf } from '../../rule/judge/usage.ts';
import { blockOf, type Calendar, isPublished, isWorkDay } from './calendar.ts';
import { celebratedOn, dayAfter, dayOfMonth, daysFrom, weekOf } from './days.ts';

/** Whom a run is for, among those that its plan is for. */
export type Whose =
  | { by: 'EVERYBODY' }
  /** Those born on one of these days, as 02-28. */
  | { by: 'BIRTHDAY'; days: readonly string[] }
  | { by: 'HIRED_ON'; day: string }
  /** Those hired on one of these days of an earlier year. */
  | { by: 'HIRED'; days: readonly string[]; beforeYear: number };

/** A day on which a schedule issues, before rest days move it. */
export interface Occasion {
  day: string;
  /** What it is issued for, once for each employee; null where each has an own one: `periodOf` says it. */
  period: string | null;
  whose: Whose;
}

const everybody: Whose = { by: 'EVERYBODY' };

/**
 * The days from one to another, both included, on which a schedule issues, in order; those of years without a calendar that it needs are
 * left out. A day has one occasion: of festivals that fall together, the one named first.
 */
export function occasions(schedule: Schedule, calendar: Calendar, first: string, last: string): Occasion[] {
  if (schedule.type === 'FESTIVAL') return festivals(schedule, calendar, first, last);
  const all: Occasion[] = [];
  for (const day of daysFrom(first, last)) {
    const occasion = occasionOn(schedule, calendar, day);
    if (occasion) all.push({ day, ...occasion });
  }
  return all;
}

/** What an employee has a run for, by the day on which they were hired. */
export function periodOf({ day, period, whose }: Occasion, hiredOn: string): string {
  if (period !== null) return period;
  return whose.by === 'HIRED' ? String(Number(day.slice(0, 4)) - Number(hiredOn.slice(0, 4))) : 'once';
}

/** The year, as 2027, whose work calendar has to be published before a schedule can say what it does on a day; null where it can. */
export function missingYear(schedule: Schedule, calendar: Calendar, day: string): string | null {
  const needed = dayNeeded(schedule, day);
  return needed === null || isPublished(calendar, needed) ? null : needed.slice(0, 4);
}

/** The day that the calendar is asked about for a day of a schedule. */
function dayNeeded(schedule: Schedule, day: string): string | null {
  if (schedule.type === 'WORKDAY') return day;
  if (schedule.type !== 'FESTIVAL' || schedule.festivals.every(({ by }) => by === 'DAY')) return null;
  return dayAfter(day, schedule.lead);
}

type ByDay = Exclude<Schedule, { type: 'FESTIVAL' }>;

function occasionOn(schedule: ByDay, calendar: Calendar, day: string): Omit<Occasion, 'day'> | null {
  switch (schedule.type) {
    case 'DAILY':
      return { period: day, whose: everybody };
    case 'WEEKLY':
      return weekdayOf(day) === schedule.weekday ? { period: weekOf(day), whose: everybody } : null;
    case 'MONTHLY': {
      const month = day.slice(0, 7);
      return dayOfMonth(month, schedule.day) === day ? { period: month, whose: everybody } : null;
    }
    case 'WORKDAY':
      return isPublished(calendar, day) && isWorkDay(calendar, day)
        ? { period: day, whose: everybody }
        : null;
    case 'BIRTHDAY': {
      const birthday = dayAfter(day, schedule.lead);
      return {
        period: birthday.slice(0, 4),
        whose: { by: 'BIRTHDAY', days: celebratedOn(birthday) },
      };
    }
    case 'HIRE': {
      const { on } = schedule;
      if (on.occasion === 'FIRST') {
        return { period: null, whose: { by: 'HIRED_ON', day: dayBefore(day, on.days) } };
      }
      const beforeYear = Number(day.slice(0, 4));
      return { period: null, whose: { by: 'HIRED', days: celebratedOn(day), beforeYear } };
    }
  }
}

function festivals(
  { festivals: named, lead }: Extract<Schedule, { type: 'FESTIVAL' }>,
  calendar: Calendar,
  first: string,
  last: string,
): Occasion[] {
  return named
    .flatMap((festival) => {
      const days =
        festival.by === 'CALENDAR'
          ? blockOf(calendar, festival.name)
          : yearsFrom(first, dayAfter(last, lead)).map((year) => [year, `${year}-${festival.day}`] as const);
      return [...days].map(([year, day]) => ({
        day: dayBefore(day, lead),
        period: `${year}-${festival.name}`,
        whose: everybody,
      }));
    })
    .filter(
      ({ day }, at, all) => day >= first && day <= last && all.findIndex((other) => other.day === day) === at,
    )
    .sort((a, b) => (a.day < b.day ? -1 : 1));
}

/** The years of two days and those between, as 2026. */
function yearsFrom(first: string, last: string): string[] {
  const from = Number(first.slice(0, 4));
  return Array.from({ length: Number(last.slice(0, 4)) - from + 1 }, (_, at) => String(from + at));
}
