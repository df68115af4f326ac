import type { PlanTiming, Schedule } from '@xyxlx/contracts/issue-schedule';
import { dayBefore } from '../../../platform/time/shanghai.ts';
import { type Calendar, workDayFrom } from './calendar.ts';
import { dayAfter, dayOfMonth } from './days.ts';

/** The last day of the period that begins on a day of a schedule: the day before its next; null where the next is a year or more away. */
export function endOfPeriod(schedule: Schedule, calendar: Calendar, day: string): string | null {
  switch (schedule.type) {
    case 'DAILY':
      return day;
    case 'WEEKLY':
      return dayAfter(day, 6);
    case 'MONTHLY':
      return dayBefore(dayOfMonth(monthAfter(day), schedule.day), 1);
    case 'WORKDAY':
      return dayBefore(workDayFrom(calendar, dayAfter(day), 1), 1);
    default:
      return null;
  }
}

/** The last day on which what a run issues can be spent, by its own day and the one that rest days moved it to; null: it never ends. */
export function lastDayOf(
  { schedule, accumulation }: Pick<PlanTiming, 'schedule' | 'accumulation'>,
  calendar: Calendar,
  { day, movedTo }: { day: string; movedTo: string },
): string | null {
  if (accumulation.kind === 'CAPPED') return null;
  if (accumulation.kind === 'NONE') {
    const { days } = accumulation;
    return days === undefined ? endOfPeriod(schedule, calendar, day) : dayAfter(movedTo, days - 1);
  }
  const { ends } = accumulation;
  if (ends.by === 'DAYS') return dayAfter(movedTo, ends.days - 1);
  return ends.by === 'DAY' ? ends.until : null;
}

function monthAfter(day: string): string {
  return dayAfter(dayOfMonth(day.slice(0, 7), 31)).slice(0, 7);
}
