import type { execution as contract, IssueExecution } from '@xyxlx/contracts/issue-execution';
import type { z } from 'zod';
import type { Caller } from '../../../core/caller.ts';
import { alreadyHandled, Refusal, recordMissing, refuseStale } from '../../../core/errors.ts';
import { refuseRestricted } from '../../../platform/approval/restricted.ts';
import { rowOf, rowsOf, sql } from '../../../platform/db/sql.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import { logStates, writeState } from '../../../platform/records/change-state.ts';
import { mustAllow } from '../../../platform/records/stateful-record.ts';
import { startOfDay } from '../../../platform/time/shanghai.ts';
import { holdForBatch } from '../batch-hold.ts';
import { dayAfter } from '../schedule/days.ts';
import { plannedRuns } from '../schedule/runs.ts';
import { refuseUnissuable } from '../start-issue.ts';
import { executionOf } from './execution.sql.ts';
import { type Execution, executionStateMachine } from './execution-states.ts';
import { lockPlan } from './find-plan.ts';
import { pastOf } from './past.ts';
import { calendarAround } from './plan-calendar.ts';
import { type ApprovedMost, isMoreThanApproved, type RunSum } from './prepare-run.ts';
import { isOpen } from './preview-plan.ts';
import { planRun } from './run-approval.ts';
import { lockRunning, type RunningPlan } from './running-plan.ts';
import { writeRuns } from './write-runs.ts';

type Which = z.output<typeof contract.skipExecution.input>;

/** Tries a run again that could not be done, or the rows of it that failed. */
export async function retryExecution(tx: Transaction, by: Caller, input: Which): Promise<IssueExecution> {
  const { reason } = input;
  const { run } = await findRun(tx, by, input);
  if (!run) throw recordMissing();
  mustAllow(executionStateMachine, 'retryExecution', run);
  await refuseUnissuable(tx, run, by.now);
  const rows = run.total > 0 ? await readyAgain(tx, by, run) : 0;
  await startAgain(tx, by, run, 'retryExecution', { reason, isPrepared: rows > 0 });
  return executionOf(tx, by, run.id);
}

/** Skips a run that is written down and not begun, or one that is to come. */
export async function skipExecution(tx: Transaction, by: Caller, input: Which): Promise<IssueExecution> {
  const { reason } = input;
  const found = await findRun(tx, by, input);
  if (found.run) {
    const { run } = found;
    mustAllow(executionStateMachine, 'skipExecution', run);
    const columns = { message: 'BY_HAND', reason, finishedAt: by.now };
    await writeState(tx, by, executionStateMachine, 'skipExecution', [run], { columns });
    await logStates(tx, by, executionStateMachine, 'skipExecution', [run], { reason });
    return executionOf(tx, by, run.id);
  }
  const { plan, planned } = found;
  if (planned.runAt <= by.now) throw alreadyHandled();
  await writeRuns(tx, plan, [{ ...planned, kind: 'RUN', skipped: 'BY_HAND', reason }], by.now);
  const run = await writtenRun(tx, plan, planned.day);
  await logStates(tx, by, executionStateMachine, 'skipExecution', [{ ...run, state: 'SCHEDULED' }], {
    reason,
  });
  return executionOf(tx, by, run.id);
}

/** Does a run after all that was skipped, or missed without a word; over what was approved it waits for a checker. */
export async function reissueExecution(tx: Transaction, by: Caller, input: Which): Promise<IssueExecution> {
  const { reason } = input;
  const { now } = by;
  const found = await findRun(tx, by, input);
  if (found.run) {
    const { run } = found;
    if (run.state !== 'SKIPPED') throw input.id ? alreadyHandled() : issuedAlready();
    if (run.plannedAt && run.plannedAt > now) throw notDue();
    await refuseUnissuable(tx, run, now);
    await startAgain(tx, by, run, 'reissueExecution', { reason, isPrepared: false });
    return executionOf(tx, by, run.id);
  }
  const { plan, planned } = found;
  if (planned.runAt > now) throw notDue();
  if (!isOpen(planned, await pastOf(tx, plan, now))) throw issuedAlready();
  await writeRuns(tx, plan, [{ ...planned, kind: 'RUN', skipped: 'LATE' }], now);
  const run = await writtenRun(tx, plan, planned.day);
  await refuseUnissuable(tx, run, now);
  await startAgain(tx, by, run, 'reissueExecution', { reason, isPrepared: false });
  return executionOf(tx, by, run.id);
}

async function lockRun(
  tx: Transaction,
  { session }: Caller,
  id: string,
  version: number | undefined,
): Promise<Execution> {
  const [run] = await executionStateMachine.lock(tx, session, [id]);
  if (!run) throw recordMissing();
  refuseStale(run, version);
  return run;
}

type Found =
  | { run: Execution }
  | { run: null; plan: RunningPlan; planned: ReturnType<typeof plannedRuns>[number] };

/** The run that is written down, or what the plan has on the day that has none. */
async function findRun(tx: Transaction, by: Caller, { id, version, planId, runOn }: Which): Promise<Found> {
  if (id !== undefined) return { run: await lockRun(tx, by, id, version) };
  const { tenantId } = await lockPlan(tx, by.session, planId as string);
  const day = runOn as string;
  const [written] = await rowsOf<{ id: string }>(
    tx,
    sql`SELECT b.id FROM issue_batches b WHERE b.tenant_id = ${tenantId}::uuid AND b.plan_id = ${planId}::uuid AND b.run_on = ${day}::date
        AND b.kind = 'RUN'`,
  );
  if (written) return { run: await lockRun(tx, by, written.id, undefined) };
  const plan = await lockRunning(tx, tenantId, sql`c.id = ${planId}::uuid AND c.state = 'ENABLED'`);
  if (!plan) throw new Refusal({ zh: '计划未启用', en: 'The plan is not enabled' });
  const calendar = await calendarAround(tx, tenantId, by.now);
  const around = { after: startOfDay(dayAfter(day, -60)), until: startOfDay(dayAfter(day, 60)) };
  const planned = plannedRuns(plan.definition, calendar, around.after, around.until).find(
    (run) => run.day === day,
  );
  if (!planned) throw recordMissing();
  return { run: null, plan, planned };
}

async function writtenRun(
  tx: Transaction,
  { tenantId, planId }: RunningPlan,
  day: string,
): Promise<Execution> {
  const where = { tenantId, planId, runOn: new Date(day), kind: 'RUN' as const };
  return (await tx.issueBatch.findFirstOrThrow({ where })) as Execution;
}

/** Puts a run down again and starts its job. */
async function startAgain(
  tx: Transaction,
  by: Caller,
  run: Execution,
  action: 'retryExecution' | 'reissueExecution',
  { reason, isPrepared }: { reason: string; isPrepared: boolean },
): Promise<void> {
  const { tenantId, id } = run;
  await refuseRestricted(tx, by.session, [run], by.now);
  const payload = { tenantId, batchIds: [id], isPrepared };
  const jobId = await by.deps.jobs.start(tx, by, { kind: 'planRun', payload });
  const columns = { jobId, message: '', finishedAt: null };
  const to = isPrepared ? 'RUNNING' : 'SCHEDULED';
  await writeState(tx, by, executionStateMachine, action, [run], { columns, to });
  await logStates(tx, by, executionStateMachine, action, [run], { reason });
}

/** Has the rows that failed ready again and their sum held; returns how many they are. */
async function readyAgain(tx: Transaction, by: Caller, run: Execution): Promise<number> {
  const { tenantId, id } = run;
  const again = await rowOf<{ rows: number; amount: number }>(
    tx,
    sql`WITH again AS (
          UPDATE issue_rows SET state = CASE WHEN amount = 0 THEN 'NOTHING' ELSE 'READY' END, message = '', finished_at = NULL
          WHERE tenant_id = ${tenantId}::uuid AND batch_id = ${id}::uuid AND state = 'FAILED' RETURNING amount)
        SELECT count(*)::int AS rows, coalesce(sum(amount), 0)::float8 AS amount FROM again`,
  );
  const { wasApproved, ...found } = await rowOf<ApprovedMost & RunSum & { wasApproved: boolean }>(
    tx,
    sql`UPDATE issue_batches b SET failed = 0, amount = greatest(b.amount, b.done_amount + ${again.amount}::bigint)
        FROM issue_plan_versions v
        WHERE b.tenant_id = ${tenantId}::uuid AND b.id = ${id}::uuid
          AND v.tenant_id = ${tenantId}::uuid AND v.plan_id = b.plan_id AND v.no = b.plan_version
        RETURNING b.amount::float8 AS amount, b.done + ${again.rows}::int AS people, v.most_amount AS "mostAmount", v.most_people AS "mostPeople",
          EXISTS (SELECT FROM approvals a WHERE a.tenant_id = ${tenantId}::uuid AND a.subject_type = ${planRun.type}
            AND a.subject_id = ${id}::uuid AND a.state = 'APPROVED' AND a.amount >= b.amount) AS "wasApproved"`,
  );
  if (!wasApproved && isMoreThanApproved(found, found)) throw moreThanApproved();
  await holdForBatch(tx, run, { amount: again.amount, by: by.session.userName, now: by.now });
  return again.rows;
}

function moreThanApproved(): Refusal {
  return new Refusal({
    zh: '金额超出计划审批的 1.2 倍，失败的行请另建批次发放',
    en: 'It would issue more than a fifth beyond what was approved of the plan: issue the failed rows by a batch of their own',
  });
}

function issuedAlready(): Refusal {
  return new Refusal({ zh: '本期已发放', en: 'That period has been issued for' });
}

function notDue(): Refusal {
  return new Refusal({ zh: '该期尚未到期', en: 'That run is not due yet' });
}
