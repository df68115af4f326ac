import type { PlanDefinition } from '@xyxlx/contracts/issue-plan';
import { rowsOf, sql } from '../../../platform/db/sql.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import { shanghaiDay } from '../../../platform/time/shanghai.ts';
import type { Calendar } from '../schedule/calendar.ts';
import { dayAfter } from '../schedule/days.ts';
import { type Occasion, occasions } from '../schedule/occasions.ts';
import { endOfPeriod, lastDayOf } from '../schedule/period.ts';
import { atTime } from '../schedule/runs.ts';
import { countRows } from './preview-plan.ts';
import type { RunningPlan } from './running-plan.ts';
import type { RunToWrite } from './write-runs.ts';

/** The longest period that is shared out by days. */
const longestPeriod = 31;

/** The occasion whose period a day lies in, of a plan that gives joiners a share; null without one. */
export function occasionAround(definition: PlanDefinition, calendar: Calendar, day: string): Occasion | null {
  const { schedule, joiner, validFrom, validTo } = definition;
  if (joiner === 'NEXT' || (validTo !== null && validTo < day)) return null;
  const since = dayAfter(day, -longestPeriod);
  const found = occasions(schedule, calendar, since > validFrom ? since : validFrom, day).at(-1);
  const last = found && endOfPeriod(schedule, calendar, found.day);
  return found && last && last >= day ? found : null;
}

/** Today's run for those who joined within the period whose own run has issued, where there is anybody who got nothing yet. */
export async function joinerRun(
  tx: Transaction,
  plan: RunningPlan,
  calendar: Calendar,
  now: Date,
): Promise<RunToWrite | null> {
  const { tenantId, planId, definition } = plan;
  const today = shanghaiDay(now);
  const runAt = atTime(today, definition.schedule);
  const around = occasionAround(definition, calendar, today);
  if (!around || now < runAt) return null;
  // Nobody joins a period that was not issued for: it began before the plan ran, or was skipped.
  const issued = await rowsOf(
    tx,
    sql`SELECT FROM issue_batches b WHERE b.tenant_id = ${tenantId}::uuid AND b.plan_id = ${planId}::uuid AND b.kind = 'RUN'
        AND b.run_on = ${around.day}::date
          -- One that failed with rows was issued for, though everybody in it is frozen; without any it waits for funds.
          AND (b.state IN ('DONE', 'PARTLY_DONE', 'STOPPED', 'PARTLY_VOIDED') OR b.state = 'FAILED' AND b.total > 0)`,
  );
  if (issued.length === 0) return null;
  const [rows] = await countRows(tx, plan, [{ ...around, on: today }], { calendar, now, joins: true });
  if (!rows) return null;
  const lastDay = lastDayOf(definition, calendar, { day: around.day, movedTo: today });
  return { kind: 'JOINER', day: today, period: around.period, runAt, lastDay, skipped: null };
}
