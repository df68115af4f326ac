import type { PlanTiming } from '@xyxlx/contracts/issue-schedule';
import { shanghaiDay, startOfDay } from '../../../platform/time/shanghai.ts';
import type { Calendar } from './calendar.ts';
import { dayAfter } from './days.ts';
import { hasLapsed, type Skip } from './due.ts';
import { missingYear } from './occasions.ts';
import { type PlannedRun, plannedRuns } from './runs.ts';

export interface Preview {
  /** `skipped`: what it issues is over before it is due. */
  runs: (PlannedRun & { skipped: Extract<Skip, 'LAPSED'> | null })[];
  /** 待日历发布: the first year, as 2027, whose calendar more runs depend on; null where none does. */
  waitsFor: string | null;
}

/** So far ahead runs are looked for, in days: each type has one within a year, a festival of each year twelve within twelve. */
const horizon = 400;
const festivalHorizon = 12 * 366;

/** A plan's next runs after an instant, at most `count`; of those that are for some people each, the ones that are for anybody. */
export function previewRuns(
  plan: PlanTiming,
  calendar: Calendar,
  { after, count }: { after: Date; count: number },
  isAnybodys: (run: PlannedRun) => boolean = () => true,
): Preview {
  const { schedule, validFrom, validTo } = plan;
  const today = shanghaiDay(after);
  const first = validFrom > today ? validFrom : today;
  const end = dayAfter(first, schedule.type === 'FESTIVAL' ? festivalHorizon : horizon);
  const runs = plannedRuns(plan, calendar, after, startOfDay(end))
    .filter(isAnybodys)
    .slice(0, count)
    .map((run) => ({ ...run, skipped: hasLapsed(run, shanghaiDay(run.runAt)) ? ('LAPSED' as const) : null }));
  const shown = runs.length < count ? end : (runs.at(-1)?.day ?? end);
  const last = validTo && validTo < shown ? validTo : shown;
  const years = firstDays(first, last).map((day) => missingYear(schedule, calendar, day));
  return { runs, waitsFor: years.find((year) => year !== null) ?? null };
}

/** A day, and the first of each year after it up to another. */
function firstDays(first: string, last: string): string[] {
  const years = Number(last.slice(0, 4)) - Number(first.slice(0, 4));
  const begins = Array.from({ length: years }, (_, at) => `${Number(first.slice(0, 4)) + 1 + at}-01-01`);
  return [first, ...begins];
}
