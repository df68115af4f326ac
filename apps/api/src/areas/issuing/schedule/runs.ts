import type { PlanTiming, Schedule } from '@xyxlx/contracts/issue-schedule';
import { shanghaiDay, startOfDay } from '../../../platform/time/shanghai.ts';
import { type Calendar, restFrom, workDayFrom } from './calendar.ts';
import { type Occasion, occasions } from './occasions.ts';
import { lastDayOf } from './period.ts';

/** A run of a plan as its definition and the calendar have it. */
export interface PlannedRun extends Occasion {
  /** When it is due: on its day, or on the working day that rest days move it to. */
  runAt: Date;
  /** The last day of what it issues; null: that never ends. */
  lastDay: string | null;
}

/** The runs that are due after one instant and no later than another, in the order in which they are due. */
export function plannedRuns(plan: PlanTiming, calendar: Calendar, after: Date, until: Date): PlannedRun[] {
  const { schedule, validFrom, validTo } = plan;
  const rest = 'restDay' in schedule ? schedule.restDay : 'AS_IS';
  const from = shanghaiDay(after);
  const to = shanghaiDay(until);
  const first = rest === 'NEXT' ? restFrom(calendar, from, -1) : from;
  const last = rest === 'PREVIOUS' ? restFrom(calendar, to, 1) : to;
  return occasions(
    schedule,
    calendar,
    first > validFrom ? first : validFrom,
    validTo && validTo < last ? validTo : last,
  )
    .map((occasion) => {
      const { day } = occasion;
      const movedTo = rest === 'AS_IS' ? day : workDayFrom(calendar, day, rest === 'NEXT' ? 1 : -1);
      return {
        ...occasion,
        runAt: atTime(movedTo, schedule),
        lastDay: lastDayOf(plan, calendar, { day, movedTo }),
      };
    })
    .filter(({ runAt }) => runAt > after && runAt <= until)
    .sort((a, b) => a.runAt.getTime() - b.runAt.getTime());
}

/** The instant of a schedule’s time on a day. */
export function atTime(day: string, { time }: Schedule): Date {
  const [hour, minute] = time.split(':').map(Number) as [number, number];
  return new Date(startOfDay(day).getTime() + (hour * 60 + minute) * 60_000);
}
