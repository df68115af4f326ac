import type { Deps } from '../../../core/deps.ts';
import { activeTenantIds } from '../../../platform/db/active-tenant.ts';
import { isDatabaseUnavailable } from '../../../platform/db/database-unavailable.ts';
import { rowsOf, sql } from '../../../platform/db/sql.ts';
import { inTransaction, longestTransaction, type Transaction } from '../../../platform/db/transaction.ts';
import { dayBefore, shanghaiDay, startOfDay } from '../../../platform/time/shanghai.ts';
import type { Calendar } from '../schedule/calendar.ts';
import { daysFrom } from '../schedule/days.ts';
import { dueRuns } from '../schedule/due.ts';
import { missingYear } from '../schedule/occasions.ts';
import { previewRuns } from '../schedule/preview.ts';
import { atTime } from '../schedule/runs.ts';
import { isKeyed } from './issued.sql.ts';
import { joinerRun } from './joiner-run.ts';
import { pastOf } from './past.ts';
import { calendarAround } from './plan-calendar.ts';
import { retryAfter } from './prepare-run.ts';
import { countedRuns, countRows, isOpen } from './preview-plan.ts';
import { lockRunning, type RunningPlan } from './running-plan.ts';
import { type RunToWrite, writeRuns } from './write-runs.ts';

/** So many days ahead a plan has to be covered, for the to-do. */
const week = 7;

/**
 * 计划执行: writes down the runs that have come due, with the job that does them, once; and has those tried again that nothing covered. What was
 * missed is made up for as each plan says. Before each plan's next run nothing of it is looked at but an index.
 */
export async function planRuns(deps: Deps): Promise<void> {
  const { database, clock } = deps;
  const now = clock.businessNow();
  for (const tenantId of await activeTenantIds(database, now)) {
    const due = await rowsOf<{ id: string }>(
      database.pool,
      sql`SELECT c.id FROM issue_plans c
          WHERE c.tenant_id = ${tenantId}::uuid AND c.state = 'ENABLED' AND c.next_look_at <= ${now}::timestamptz ORDER BY c.next_look_at, c.id`,
    );
    for (const { id } of due) {
      try {
        await inTransaction(database, (tx) => lookAt(tx, deps, { tenantId, id, now }), {
          timeout: longestTransaction,
        });
      } catch (error) {
        if (isDatabaseUnavailable(error)) throw error;
        // One that can't be looked at keeps no other from running; it is tried again the next minute.
        deps.log.error({ err: error, planId: id }, 'the runs of a plan could not be written down');
      }
    }
  }
}

/** Does what is due of one plan; of two replicas the second finds it looked at. */
async function lookAt(
  tx: Transaction,
  { jobs, clock }: Deps,
  { tenantId, id, now }: { tenantId: string; id: string; now: Date },
): Promise<void> {
  const isDue = sql`c.id = ${id}::uuid AND c.state = 'ENABLED' AND c.next_look_at <= ${now}::timestamptz`;
  const plan = await lockRunning(tx, tenantId, isDue);
  if (!plan) return;
  const calendar = await calendarAround(tx, tenantId, now);
  const again = await scheduleAgain(tx, plan, now);
  const written = await writeRuns(tx, plan, await dueOf(tx, plan, calendar, now), now);
  const batchIds = [...again, ...written];
  if (batchIds.length > 0) {
    const request = { id: `planRuns/${plan.code}`, ip: '', device: '', startedAt: clock.now().getTime() };
    const jobId = await jobs.start(
      tx,
      { session: plan.submitter, request },
      { kind: 'planRun', payload: { tenantId, batchIds } },
    );
    await tx.issueBatch.updateMany({ where: { tenantId, id: { in: batchIds } }, data: { jobId } });
  }
  const { runs } = await countedRuns(tx, plan, { calendar, now, count: week });
  const until = startOfDay(dayBefore(shanghaiDay(now), -week - 1));
  await tx.issuePlan.update({
    where: { tenantId_id: { tenantId, id } },
    data: {
      lookedUntil: knownUntil(plan, calendar, now),
      nextLookAt: await nextLook(tx, plan, calendar, now),
      weekAmount: runs.filter(({ runAt }) => runAt < until).reduce((sum, { amount }) => sum + amount, 0),
    },
  });
}

/** The runs that have come due, those that are for some people each only where there is anybody; and the joiners'. */
async function dueOf(
  tx: Transaction,
  plan: RunningPlan,
  calendar: Calendar,
  now: Date,
): Promise<RunToWrite[]> {
  const { definition, lookedUntil } = plan;
  const past = await pastOf(tx, plan, now);
  const due = lookedUntil < now ? dueRuns(definition, calendar, { since: lookedUntil, now }, past) : [];
  const on = shanghaiDay(now);
  const counts = isKeyed(definition)
    ? await countRows(
        tx,
        plan,
        due.map((run) => ({ ...run, on })),
        { calendar, now, joins: false },
      )
    : due.map(() => 1);
  const runs = due
    .filter((_run, at) => (counts[at] ?? 0) > 0)
    .map((run) => ({ ...run, kind: 'RUN' as const }));
  const joiners = await joinerRun(tx, plan, calendar, now);
  return joiners ? [...runs, joiners] : runs;
}

/** Puts the runs that could not be done half an hour ago down again, while what they issue is good; returns their ids in order. */
async function scheduleAgain(
  tx: Transaction,
  { tenantId, planId }: RunningPlan,
  now: Date,
): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    tx,
    sql`WITH again AS (
          UPDATE issue_batches SET state = 'SCHEDULED', message = '', version = version + 1, updated_at = ${now}::timestamptz
          WHERE tenant_id = ${tenantId}::uuid AND plan_id = ${planId}::uuid AND ${waitsForFunds}
            AND finished_at <= ${new Date(now.getTime() - retryAfter)}::timestamptz
            AND (last_day IS NULL OR last_day >= ${shanghaiDay(now)}::date)
          RETURNING id, run_on)
        SELECT id FROM again ORDER BY run_on`,
  );
  return rows.map(({ id }) => id);
}

const waitsForFunds = sql`state = 'FAILED' AND (message LIKE 'short:%' OR message = 'moving')`;

/** Up to when everything that was due is known: what waits for a year's calendar is not. */
function knownUntil({ definition, lookedUntil }: RunningPlan, calendar: Calendar, now: Date): Date {
  if (now <= lookedUntil) return lookedUntil;
  const { schedule } = definition;
  const days = [...daysFrom(shanghaiDay(lookedUntil), shanghaiDay(now))];
  const unknown = days.find((day) => missingYear(schedule, calendar, day) !== null);
  if (unknown === undefined) return now;
  const before = new Date(startOfDay(unknown).getTime() - 1);
  return before > lookedUntil ? before : lookedUntil;
}

/** When a plan has to be looked at next: at its next run, when joiners are looked for, for another try; each day at the latest. */
async function nextLook(tx: Transaction, plan: RunningPlan, calendar: Calendar, now: Date): Promise<Date> {
  const { tenantId, planId, definition } = plan;
  const { schedule, joiner } = definition;
  const today = shanghaiDay(now);
  const past = await pastOf(tx, plan, now);
  const { runs } = previewRuns(definition, calendar, { after: now, count: 1 }, (run) => isOpen(run, past));
  const [failed] = await rowsOf<{ at: Date | null }>(
    tx,
    sql`SELECT min(finished_at) AS at FROM issue_batches WHERE tenant_id = ${tenantId}::uuid AND plan_id = ${planId}::uuid AND ${waitsForFunds}
        AND (last_day IS NULL OR last_day >= ${today}::date)`,
  );
  const joinersAt = [today, dayBefore(today, -1)].map((day) => atTime(day, schedule)).find((at) => at > now);
  const times = [
    startOfDay(dayBefore(today, -1)),
    ...runs.map(({ runAt }) => runAt),
    ...(joiner !== 'NEXT' && joinersAt ? [joinersAt] : []),
    ...(failed?.at ? [new Date(failed.at.getTime() + retryAfter)] : []),
  ];
  return times.reduce((first, at) => (at < first ? at : first));
}
