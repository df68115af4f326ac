import type { PlanTiming } from '@xyxlx/contracts/issue-schedule';
import { dayBefore, shanghaiDay } from '../../../platform/time/shanghai.ts';
import type { Calendar } from './calendar.ts';
import { type PlannedRun, plannedRuns } from './runs.ts';

/** Why a run that is due is not done: 已过有效期, 超过补发期限. */
export type Skip = 'LAPSED' | 'LATE';

export interface DueRun extends PlannedRun {
  /** Null: it is to be done now. */
  skipped: Skip | null;
}

/** What a plan has done and skipped. */
export interface Past {
  /** The runs' own days. */
  days: ReadonlySet<string>;
  /** What was issued for; that an edit moves the day of a period makes no second run of it. */
  periods: ReadonlySet<string>;
}

/**
 * The runs that fell due since a plan was enabled and that it has no record of, in order: what is to be done now, and what is not. A run
 * of today is in time; one of an earlier day was missed.
 */
export function dueRuns(
  plan: PlanTiming,
  calendar: Calendar,
  { since, now }: { since: Date; now: Date },
  past: Past,
): DueRun[] {
  const today = shanghaiDay(now);
  const oldest = dayBefore(today, plan.catchUp.days);
  const open = plannedRuns(plan, calendar, since, now).filter(
    ({ day, period, whose }) =>
      !past.days.has(day) && !(whose.by === 'EVERYBODY' && period !== null && past.periods.has(period)),
  );
  const judged = open.map((run) => {
    const on = shanghaiDay(run.runAt);
    const missed = on < today;
    if (hasLapsed(run, today)) return { ...run, missed, skipped: 'LAPSED' as const };
    const late = missed && (on < oldest || plan.catchUp.runs === 'NONE');
    return { ...run, missed, skipped: late ? ('LATE' as const) : null };
  });
  const latest = judged.findLast(({ skipped }) => skipped === null);
  return judged.map(({ missed, ...run }) => {
    // Of those that are for some people each, none is the later one of another.
    const superseded =
      plan.catchUp.runs === 'LATEST' && missed && run.whose.by === 'EVERYBODY' && run.day !== latest?.day;
    return { ...run, skipped: run.skipped ?? (superseded ? 'LATE' : null) };
  });
}

/** Whether what a run issues would be over on a day already. */
export function hasLapsed({ lastDay }: Pick<PlannedRun, 'lastDay'>, today: string): boolean {
  return lastDay !== null && lastDay < today;
}
