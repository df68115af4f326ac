import type { Transaction } from '../../../platform/db/transaction.ts';
import { dayBefore, shanghaiDay, startOfDay } from '../../../platform/time/shanghai.ts';
import { plannedRuns } from '../schedule/runs.ts';
import type { IssuingPlan } from './issued.sql.ts';
import { calendarAround } from './plan-calendar.ts';
import { countedRuns, countRuns } from './preview-plan.ts';

/** So many days' runs are what a checker is asked for. */
const asked = 31;

/** What a plan is to issue, as a checker is asked for it; amounts in fen. */
interface Most {
  /** In the next 31 days. */
  nextDays: number;
  /** The most of one run within a year, and people of one. */
  amount: number;
  people: number;
}

/**
 * What a plan is to issue. Of a plan by the day of hiring the busiest day of the last year counts too, as nobody knows who will be hired; any
 * run may have one person at the highest amount.
 */
export async function mostOf(tx: Transaction, plan: IssuingPlan, now: Date): Promise<Most> {
  const { tenantId, definition } = plan;
  const { schedule, amount } = definition;
  const calendar = await calendarAround(tx, tenantId, now);
  const { runs } = await countedRuns(tx, plan, { calendar, now, count: 366 });
  const until = startOfDay(dayBefore(shanghaiDay(now), -asked - 1));
  const yearAgo = { ...definition, validFrom: dayBefore(shanghaiDay(now), 366), validTo: null };
  const before =
    schedule.type === 'HIRE'
      ? await countRuns(
          tx,
          { ...plan, planId: null, definition: yearAgo },
          plannedRuns(yearAgo, calendar, startOfDay(yearAgo.validFrom), now),
          { calendar, now },
        )
      : [];
  const all = [...runs, ...before];
  const one =
    amount.by === 'SAME' ? amount.amount : Math.max(amount.otherwise, ...amount.grades.map((g) => g.amount));
  return {
    nextDays: runs.filter(({ runAt }) => runAt < until).reduce((sum, run) => sum + run.amount, 0),
    amount: all.reduce((most, run) => Math.max(most, run.amount), one),
    people: all.reduce((most, run) => Math.max(most, run.people + run.joiners), 1),
  };
}
