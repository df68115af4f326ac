import type { creditLimit as contract } from '@xyxlx/contracts/issue';
import type { IssueBatch } from '@xyxlx/database/client/client';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import type { Actor, Caller } from '../../core/caller.ts';
import { Refusal } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { openDay } from '../../platform/approval/maker-day.ts';
import { assessAct, makerWhoMay, moreThanApproved } from '../../platform/approval/money-act.ts';
import type { ApprovalSubject, Decision } from '../../platform/approval/subject.ts';
import { disableNestedLoops } from '../../platform/db/disable-nested-loops.ts';
import { empty, rowOf, sql } from '../../platform/db/sql.ts';
import { change, type Transaction } from '../../platform/db/transaction.ts';
import { logStates, writeState } from '../../platform/records/change-state.ts';
import { issueStateMachine } from './batch-states.ts';
import { limitIssueVoid } from './issue-threshold.ts';
import { matterOfVoid } from './matter.ts';
import { lockBatch } from './submit-issue.ts';

type Input = z.output<typeof contract.voidIssue.input>;
type Started = z.input<typeof contract.voidIssue.output>;

/** Takes back what a batch issued, or rows of it, as far as it is unspent; over the threshold that waits for a checker. */
export async function voidIssue(call: Call<Input, Session>): Promise<Started> {
  const { reason, rowNos } = call.input;
  return change(call, async (tx) => {
    const batch = await lockBatch(tx, call, 'voidIssue');
    const { tenantId, merchantId, id, batchNo } = batch;
    await markRows(tx, batch, rowNos);
    const { amount, count } = await unspent(tx, batch);
    // What a stopped batch has left is given back with it, also where nothing of it was issued.
    const left = await tx.issueRow.count({ where: { tenantId, batchId: id, state: 'READY' } });
    if (amount === 0 && left === 0) throw nothingLeft();
    const { waits } = await assessAct(tx, call, limitIssueVoid, {
      ...{
        tenantId,
        merchantId,
        subjectId: id,
        subjectLabel: batchNo,
        amount,
        count: Math.max(1, count),
        reason,
      },
    });
    let jobId: string | null = null;
    if (waits === null) {
      jobId = await startVoid(tx, call, batch, 'voidIssue', reason);
    } else {
      const columns = { stateBefore: batch.state };
      await writeState(tx, call, issueStateMachine, 'voidIssue', [batch], { to: 'SUBMITTED', columns });
    }
    await logStates(tx, call, issueStateMachine, 'voidIssue', [batch], {
      reason,
      after: () => ({ amount, state: waits === null ? 'VOIDING' : 'SUBMITTED' }),
    });
    return { jobId, approvalId: waits };
  });
}

/** 作废发放: a batch keeps the state it came from, and its marked rows, until a checker has decided. */
export const limitIssueVoidApproval: ApprovalSubject = {
  ...limitIssueVoid,
  matter: matterOfVoid,
  waiting: `SELECT id FROM issue_batches WHERE tenant_id = $1 AND state = 'SUBMITTED' AND state_before IS NOT NULL`,
  approve: async (tx, decision) => {
    const { approval, now } = decision;
    const { tenantId, subjectId: id } = approval;
    const batch = await tx.issueBatch.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id } } });
    const session = await makerWhoMay(tx, limitIssueVoid, decision);
    const { amount, count } = await unspent(tx, batch);
    if (amount > Number(approval.amount)) throw moreThanApproved(amount, Number(approval.amount));
    const day = await openDay(tx, limitIssueVoid, { tenantId, makerId: session.userId, now });
    day.takeApproved({ amount, count: Math.max(1, count), subjectId: id }, approval.id);
    await day.close();
    await startVoid(tx, { ...decision, session }, batch, 'approveVoid', approval.reason ?? '');
  },
  reject: leave,
  withdraw: leave,
};

async function leave(tx: Transaction, decision: Decision): Promise<void> {
  const { tenantId, subjectId: id } = decision.approval;
  const where = { tenantId_id: { tenantId, id } };
  const { stateBefore } = await tx.issueBatch.findUniqueOrThrow({ where });
  const to = issueStateMachine.table.automatic.leaveVoid.to.find((state) => state === stateBefore);
  if (!to) throw new Error(`A void does not begin in ${stateBefore}.`);
  await tx.issueRow.updateMany({
    where: { tenantId, batchId: id, state: 'TO_VOID' },
    data: { state: 'DONE' },
  });
  const columns = { stateBefore: null };
  await writeState(tx, decision, issueStateMachine, 'leaveVoid', [{ tenantId, id }], { to, columns });
}

/** Starts the job that takes back what is marked. */
async function startVoid(
  tx: Transaction,
  by: Caller<Actor>,
  batch: IssueBatch,
  action: 'voidIssue' | 'approveVoid',
  reason: string,
): Promise<string> {
  const { tenantId, id: batchId } = batch;
  const total = await tx.issueRow.count({ where: { tenantId, batchId, state: 'TO_VOID' } });
  const payload = { tenantId, batchId, reason };
  const jobId = await by.deps.jobs.start(tx, by, { kind: 'issueVoid', payload, total });
  const columns = { jobId, stateBefore: batch.stateBefore ?? batch.state };
  await writeState(tx, by, issueStateMachine, action, [batch], { to: 'VOIDING', columns });
  return jobId;
}

/** Marks what was issued, all of it or the named rows; throws 406 where one of them was not. */
async function markRows(tx: Transaction, { tenantId, id }: IssueBatch, rowNos?: number[]): Promise<void> {
  const named = rowNos && [...new Set(rowNos)];
  const { count } = await rowOf<{ count: number }>(
    tx,
    sql`WITH marked AS (
          UPDATE issue_rows SET state = 'TO_VOID' WHERE tenant_id = ${tenantId}::uuid AND batch_id = ${id}::uuid AND state = 'DONE'
            ${named ? sql`AND row_no = ANY(${named}::int[])` : empty} RETURNING row_no)
        SELECT count(*)::int AS count FROM marked`,
  );
  if (named && count < named.length) {
    throw new Refusal({
      zh: `有 ${named.length - count} 行不是发放成功，不能作废`,
      en: `${named.length - count} of the rows are not issued and can't be voided`,
    });
  }
}

/** What of the marked rows is unspent, in fen, and how many have something left. */
async function unspent(
  tx: Transaction,
  { tenantId, id }: IssueBatch,
): Promise<{ amount: number; count: number }> {
  await disableNestedLoops(tx);
  return rowOf(
    tx,
    sql`SELECT coalesce(sum(o.available), 0)::float8 AS amount, count(*)::int AS count
        FROM issue_rows r JOIN limit_lots o ON o.tenant_id = ${tenantId}::uuid AND o.batch_id = ${id}::uuid AND o.row_no = r.row_no
          AND o.end_reason IS DISTINCT FROM 'MOVED'
        WHERE r.tenant_id = ${tenantId}::uuid AND r.batch_id = ${id}::uuid AND r.state = 'TO_VOID' AND o.ended_at IS NULL AND o.available > 0`,
  );
}

function nothingLeft(): Refusal {
  return new Refusal({
    zh: '额度已全部使用，无可作废',
    en: 'All of it is spent or has ended: nothing is left to void',
  });
}
