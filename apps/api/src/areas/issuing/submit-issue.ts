import type { IssueBatchRecord } from '@xyxlx/contracts/issue';
import type { Waits } from '@xyxlx/contracts/waits';
import type { IssueBatch } from '@xyxlx/database/client/client';
import type { Call } from '../../core/call.ts';
import { Refusal, recordMissing, staleVersion } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { assessAct } from '../../platform/approval/money-act.ts';
import { refuseRestricted } from '../../platform/approval/restricted.ts';
import { rowOf, sql } from '../../platform/db/sql.ts';
import { change, type Transaction } from '../../platform/db/transaction.ts';
import { logStates, writeState } from '../../platform/records/change-state.ts';
import { mustAllow } from '../../platform/records/stateful-record.ts';
import { batchOf } from './batch.sql.ts';
import { holdForBatch } from './batch-hold.ts';
import { issueStateMachine } from './batch-states.ts';
import { limitIssue } from './issue-threshold.ts';
import { refuseUnissuable, scheduleIssue, startIssue } from './start-issue.ts';

type Step = Call<{ id: string; version: number }, Session>;

/** Promises a draft its sum and puts it down for its day; over the threshold it waits for a checker first. */
export async function submitIssue(call: Step): Promise<IssueBatchRecord & Waits> {
  const { session, now } = call;
  return change(call, async (tx) => {
    const batch = await lockBatch(tx, call, 'submitIssue');
    const { tenantId, merchantId, id, batchNo, reason, createdById } = batch;
    const amount = Number(batch.amount);
    const { waits } = await assessAct(tx, call, limitIssue, {
      tenantId,
      merchantId,
      subjectId: id,
      subjectLabel: batchNo,
      amount,
      count: batch.total - batch.failed,
      reason,
      alsoMadeBy: [createdById],
    });
    await refuseUnissuable(tx, batch, now);
    await holdForBatch(tx, batch, { amount, by: session.userName, now });
    if (waits === null) {
      await scheduleIssue(tx, call, batch, 'submitIssue');
    } else {
      await writeState(tx, call, issueStateMachine, 'submitIssue', [batch], { to: 'SUBMITTED' });
    }
    const submitted = await batchOf(tx, call, id);
    await logStates(tx, call, issueStateMachine, 'submitIssue', [batch], {
      after: () => ({ state: submitted.state }),
    });
    return { ...submitted, approvalId: waits };
  });
}

/**
 * Issues what a stopped batch has left; it is still promised to it. A merchant or 制度 that does no business by then refuses the rows, not the
 * step: refused itself, nothing but voiding all of it would free what is held.
 */
export async function resumeIssue(call: Step): Promise<IssueBatchRecord> {
  return change(call, async (tx) => {
    const batch = await lockBatch(tx, call, 'resumeIssue');
    await refuseRestricted(tx, call.session, [batch], call.now);
    await startIssue(tx, call, batch, 'resumeIssue');
    await logStates(tx, call, issueStateMachine, 'resumeIssue', [batch]);
    return batchOf(tx, call, batch.id);
  });
}

/** Issues the rows that failed when their batch was issued: they were in the sum that was approved, those that failed its check were not. */
export async function retryIssue(call: Step): Promise<IssueBatchRecord> {
  const { session, now } = call;
  return change(call, async (tx) => {
    const batch = await lockBatch(tx, call, 'retryIssue');
    const { tenantId, id } = batch;
    await refuseRestricted(tx, session, [batch], now);
    // What is more than its approval is asked for there.
    if (batch.planId !== null)
      throw new Refusal({ zh: '请在执行列表重试', en: 'Try it again among the runs of plans' });
    await refuseUnissuable(tx, batch, now);
    const again = await rowOf<{ count: number; amount: number }>(
      tx,
      sql`WITH again AS (
            UPDATE issue_rows SET state = 'READY', message = '', finished_at = NULL
            WHERE tenant_id = ${tenantId}::uuid AND batch_id = ${id}::uuid AND state = 'FAILED' AND finished_at IS NOT NULL
            RETURNING amount)
          SELECT count(*)::int AS count, coalesce(sum(amount), 0)::float8 AS amount FROM again`,
    );
    if (again.count === 0) throw nothingToRetry();
    await tx.issueBatch.update({
      where: { tenantId_id: { tenantId, id } },
      data: { failed: { decrement: again.count } },
    });
    await holdForBatch(tx, batch, { amount: again.amount, by: session.userName, now });
    await startIssue(tx, call, batch, 'retryIssue');
    await logStates(tx, call, issueStateMachine, 'retryIssue', [batch], {
      after: () => ({ rows: again.count }),
    });
    return batchOf(tx, call, id);
  });
}

/** Locks the batch that a step is for, in the version that the caller saw; throws 406 where its state does not let it be done. */
export async function lockBatch(
  tx: Transaction,
  { input: { id, version }, session }: Step,
  action: 'submitIssue' | 'resumeIssue' | 'retryIssue' | 'voidIssue',
): Promise<IssueBatch> {
  const [batch] = await issueStateMachine.lock(tx, session, [id]);
  if (!batch) throw recordMissing();
  mustAllow(issueStateMachine, action, batch);
  if (batch.version !== version) throw staleVersion();
  return batch;
}

function nothingToRetry(): Refusal {
  return new Refusal({
    zh: '没有可重试的行：校验未通过的行请另建批次',
    en: 'No row failed when it was issued; rows that failed the check need a batch of their own',
  });
}
