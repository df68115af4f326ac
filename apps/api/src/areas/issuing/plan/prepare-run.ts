import type { PlanDefinition } from '@xyxlx/contracts/issue-plan';
import type { IssueBatch, IssuePlanVersion } from '@xyxlx/database/client/client';
import type { Requester } from '../../../core/caller.ts';
import { submitEach } from '../../../platform/approval/submit.ts';
import { disableNestedLoops } from '../../../platform/db/disable-nested-loops.ts';
import { rowOf, rowsOf, type Sql, sql } from '../../../platform/db/sql.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import { companyBehind, lockFunds } from '../../../platform/fund/fund.ts';
import { logChange } from '../../../platform/operation-log/operation-log.ts';
import { shanghaiDay } from '../../../platform/time/shanghai.ts';
import { holdForBatch } from '../batch-hold.ts';
import type { Calendar } from '../schedule/calendar.ts';
import { dayAfter } from '../schedule/days.ts';
import { type Occasion, occasions } from '../schedule/occasions.ts';
import { definitionOf } from './definition.ts';
import { isKeyed, issuedBy } from './issued.sql.ts';
import { calendarAround } from './plan-calendar.ts';
import { planRun } from './run-approval.ts';

/** The batch of a plan's run. */
export interface RunBatch extends IssueBatch {
  planId: string;
  planVersion: number;
  runOn: Date;
  period: string;
}

/** How long a run that nothing covers waits before it is tried again, in ms. */
export const retryAfter = 30 * 60_000;

const operation = { module: 'autoIssue', action: 'runPlan', target: 'issueBatch' };

/**
 * The first step of a run: finds out whom it issues how much, and has the sum held. Says whether it can go on: without funds or a 制度 that is in
 * force it has failed for now, and one that is far beyond what was approved waits for a checker. Of two that try, the second finds it done.
 */
export async function prepareRun(
  tx: Transaction,
  actor: Requester,
  { tenantId, batchId, now }: { tenantId: string; batchId: string; now: Date },
): Promise<boolean> {
  const batch = await lockScheduled(tx, tenantId, batchId);
  if (!batch) return false;
  const { merchantId, planId, planVersion } = batch;
  if (await isMoving(tx, batch)) return fail(tx, actor, batch, 'moving', now);
  // Somebody put it out of force: the run waits until somebody has it tried again.
  if (await isOutOfForce(tx, batch)) return fail(tx, actor, batch, 'institution', now);
  const version = await tx.issuePlanVersion.findUniqueOrThrow({
    where: { tenantId_planId_no: { tenantId, planId, no: planVersion } },
  });
  await disableNestedLoops(tx);
  const plan = { tenantId, merchantId, planId, definition: definitionOf(version) };
  const calendar = await calendarAround(tx, tenantId, now);
  const occasion = occasionOf(batch, plan.definition, calendar);
  const runs = [{ ...occasion, on: shanghaiDay(now) }];
  const issued = await issuedBy(tx, plan, { runs, calendar, now }, 'people');
  const { amount, people } = await writeRows(tx, batch, issued, now);
  const owner = await companyBehind(tx, tenantId, merchantId);
  const free = (await lockFunds(tx, [owner])).get(owner.companyId)?.free ?? 0;
  if (amount > free) {
    await tx.issueRow.deleteMany({ where: { tenantId, batchId } });
    return fail(tx, actor, batch, `short:${amount - free}`, now);
  }
  await holdForBatch(tx, batch, { amount, by: actor.session.userName, now });
  const isMore = isMoreThanApproved(version, { amount, people });
  await tx.issueBatch.update({
    where: { tenantId_id: { tenantId, id: batchId } },
    data: {
      ...{ state: isMore ? 'SUBMITTED' : 'RUNNING', message: isMore ? 'more' : '', finishedAt: null },
      ...(!isMore && { startedAt: now }),
      ...{ version: { increment: 1 }, updatedAt: now },
    },
  });
  if (!isMore) return true;
  await submitEach(tx, { ...actor, operation }, planRun, tenantId, [
    {
      ...{ merchantId, subjectId: batchId, subjectLabel: batch.batchNo, amount, reason: batch.reason },
      alsoMadeBy: await makersOfPlan(tx, version),
    },
  ]);
  return false;
}

/** Who had a hand in what is approved of a plan: a run beyond that is checked by none of them either. */
async function makersOfPlan(
  tx: Transaction,
  { tenantId, approvalId }: Pick<IssuePlanVersion, 'tenantId' | 'approvalId'>,
): Promise<string[]> {
  if (approvalId === null) return [];
  const { makerIds } = await tx.approval.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id: approvalId } },
  });
  return makerIds;
}

/** What a version of a plan was approved for at most, in fen and in people. */
export interface ApprovedMost {
  mostAmount: bigint | null;
  mostPeople: number | null;
}

/** What a run issues, in fen and to how many. */
export interface RunSum {
  amount: number;
  people: number;
}

/** Whether a run is so much more than was approved that somebody has to look at it again. */
export function isMoreThanApproved(
  { mostAmount, mostPeople }: ApprovedMost,
  { amount, people }: RunSum,
): boolean {
  return amount * 5 > Number(mostAmount ?? 0) * 6 || people * 5 > (mostPeople ?? 0) * 6;
}

async function lockScheduled(tx: Transaction, tenantId: string, id: string): Promise<RunBatch | null> {
  const locked = await rowsOf(
    tx,
    sql`SELECT FROM issue_batches b WHERE b.tenant_id = ${tenantId}::uuid AND b.id = ${id}::uuid AND b.state = 'SCHEDULED' FOR NO KEY UPDATE`,
  );
  if (locked.length === 0) return null;
  return (await tx.issueBatch.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id } } })) as RunBatch;
}

/** Keeps the merchant where it is, and says whether it is on its way to another company. */
async function isMoving(tx: Transaction, { tenantId, merchantId }: IssueBatch): Promise<boolean> {
  await rowsOf(
    tx,
    sql`SELECT FROM merchants c WHERE c.tenant_id = ${tenantId}::uuid AND c.id = ${merchantId}::uuid FOR SHARE`,
  );
  const moving = await rowsOf(
    tx,
    sql`SELECT FROM merchant_moves v WHERE v.tenant_id = ${tenantId}::uuid AND v.merchant_id = ${merchantId}::uuid AND v.finished_at IS NULL`,
  );
  return moving.length > 0;
}

async function isOutOfForce(tx: Transaction, { tenantId, institutionId: id }: IssueBatch): Promise<boolean> {
  return id !== null && (await tx.institution.count({ where: { tenantId, id, state: 'ENABLED' } })) === 0;
}

/** The day of the schedule that a batch is for: its own, or the one that the joiners' period began with. */
export function occasionOf(
  batch: Pick<RunBatch, 'kind' | 'runOn' | 'period' | 'batchNo'>,
  definition: PlanDefinition,
  calendar: Calendar,
): Occasion {
  const { schedule } = definition;
  const day = batch.runOn.toISOString().slice(0, 10);
  if (batch.kind === 'JOINER') {
    const found = occasions(schedule, calendar, dayAfter(day, -31), day).findLast(
      ({ period }) => period === batch.period,
    );
    if (!found) throw new Error(`${batch.batchNo}: no period ${batch.period}`);
    return found;
  }
  if (!isKeyed(definition)) return { day, period: batch.period, whose: { by: 'EVERYBODY' } };
  const [found] = occasions(schedule, calendar, day, day);
  if (!found) throw new Error(`${batch.batchNo}: nobody has a run on ${day}`);
  return found;
}

/** Writes a row for each whom the run is for, and adds them up on the batch; amounts in fen. */
async function writeRows(
  tx: Transaction,
  { tenantId, id, planId, kind }: RunBatch,
  issued: Sql,
  now: Date,
): Promise<{ amount: number; people: number }> {
  const which = kind === 'JOINER' ? sql`i.joins AND NOT i.later` : sql`NOT i.later`;
  const merchantStands = sql`EXISTS (SELECT FROM issue_batches b JOIN merchants m ON m.tenant_id = b.tenant_id AND m.id = b.merchant_id
    WHERE b.tenant_id = ${tenantId}::uuid AND b.id = ${id}::uuid AND m.state = 'ACTIVE')`;
  await rowsOf(
    tx,
    sql`
    WITH ${issued},
    judged AS (
      SELECT i.*, row_number() OVER (ORDER BY i.employee_no) AS row_no,
        CASE WHEN i.state = 'FROZEN' THEN 'frozen' WHEN NOT ${merchantStands} THEN 'merchant' ELSE '' END AS problem
      FROM issued i WHERE ${which})
    INSERT INTO issue_rows (tenant_id, batch_id, row_no, employee_id, employee_no, employee_name, plan_id, period, amount, state, message,
      finished_at)
    SELECT ${tenantId}::uuid, ${id}::uuid, row_no, who, employee_no, name, ${planId}::uuid, period, amount,
      CASE WHEN problem <> '' THEN 'FAILED' WHEN amount = 0 THEN 'NOTHING' ELSE 'READY' END, problem,
      CASE WHEN problem <> '' THEN ${now}::timestamptz END
    FROM judged ON CONFLICT (tenant_id, employee_id, plan_id, period) DO NOTHING`,
  );
  return rowOf(
    tx,
    sql`UPDATE issue_batches b SET total = s.total, done = 0, failed = s.failed, amount = s.amount
        FROM (SELECT count(*)::int AS total, count(*) FILTER (WHERE state = 'FAILED')::int AS failed,
            count(*) FILTER (WHERE state = 'READY')::int AS people, coalesce(sum(amount) FILTER (WHERE state = 'READY'), 0)::bigint AS amount
          FROM issue_rows WHERE tenant_id = ${tenantId}::uuid AND batch_id = ${id}::uuid) s
        WHERE b.tenant_id = ${tenantId}::uuid AND b.id = ${id}::uuid RETURNING s.amount::float8 AS amount, s.people`,
  );
}

/** Marks a run that can't be done for now. */
async function fail(
  tx: Transaction,
  actor: Requester,
  { tenantId, id, planId, batchNo }: RunBatch,
  message: string,
  now: Date,
): Promise<false> {
  await tx.issueBatch.update({
    where: { tenantId_id: { tenantId, id } },
    data: {
      ...{ state: 'FAILED', message, total: 0, failed: 0, amount: 0, finishedAt: now },
      ...{ version: { increment: 1 }, updatedAt: now },
    },
  });
  await rowsOf(
    tx,
    sql`UPDATE issue_plans SET next_look_at = least(next_look_at, ${new Date(now.getTime() + retryAfter)}::timestamptz)
        WHERE tenant_id = ${tenantId}::uuid AND id = ${planId}::uuid`,
  );
  await logChange(
    tx,
    { ...actor, operation },
    { tenantId, id, label: batchNo, before: { state: 'SCHEDULED' }, after: { state: 'FAILED', message } },
  );
  return false;
}
