import type { LimitBatch } from '@xyxlx/contracts/bill-change';
import type { Waits } from '@xyxlx/contracts/waits';
import type { Call } from '../../core/call.ts';
import type { Session } from '../../core/session.ts';
import { assessAct } from '../../platform/approval/money-act.ts';
import { change } from '../../platform/db/transaction.ts';
import { logStates, writeState } from '../../platform/records/change-state.ts';
import { mustAllow } from '../../platform/records/stateful-record.ts';
import { batchOf, lockBatch } from './batch.sql.ts';
import { limitBatchStateMachine } from './batch-states.ts';
import { limitBatch } from './batch-threshold.ts';
import { refuseUncovered, startBatch, startJob } from './start-batch.ts';

type Step = Call<{ id: string; version: number }, Session>;

/** Carries a batch out; over the threshold it waits for a checker instead. */
export async function confirmBatch(call: Step): Promise<LimitBatch & Waits> {
  const { input, session } = call;
  const { id, version } = input;
  return change(call, async (tx) => {
    const batch = await lockBatch(tx, session, id, version);
    mustAllow(limitBatchStateMachine, 'confirmBatch', batch);
    const { tenantId, merchantId, batchNo, reason, createdById } = batch;
    const { waits } = await assessAct(tx, call, limitBatch, {
      tenantId,
      merchantId,
      subjectId: id,
      subjectLabel: batchNo,
      amount: Number(batch.increaseAmount + batch.decreaseAmount),
      count: batch.changed,
      reason,
      alsoMadeBy: [createdById],
    });
    if (waits === null) {
      await startBatch(tx, call, batch, 'confirmBatch');
    } else {
      await refuseUncovered(tx, batch);
      await writeState(tx, call, limitBatchStateMachine, 'confirmBatch', [batch], { to: 'SUBMITTED' });
    }
    return { ...(await batchOf(tx, call, id)), approvalId: waits };
  });
}

/** Carries out what a stopped batch has left; it was confirmed, and approved where it had to be. */
export async function resumeBatch(call: Step): Promise<LimitBatch> {
  const { input, session } = call;
  const { id, version } = input;
  return change(call, async (tx) => {
    const batch = await lockBatch(tx, session, id, version);
    mustAllow(limitBatchStateMachine, 'resumeBatch', batch);
    const { tenantId } = batch;
    const total = await tx.limitBatchRow.count({ where: { tenantId, batchId: id, state: 'READY' } });
    const payload = { tenantId, batchId: id };
    await startJob(tx, call, batch, 'resumeBatch', { kind: 'limitBatchRun', payload, total });
    return batchOf(tx, call, id);
  });
}

/** Drops a batch that was not carried out. */
export async function cancelBatch(call: Step): Promise<LimitBatch> {
  const { input, session } = call;
  const { id, version } = input;
  return change(call, async (tx) => {
    const batch = await lockBatch(tx, session, id, version);
    mustAllow(limitBatchStateMachine, 'cancelBatch', batch);
    await writeState(tx, call, limitBatchStateMachine, 'cancelBatch', [batch]);
    await logStates(tx, call, limitBatchStateMachine, 'cancelBatch', [batch]);
    return batchOf(tx, call, id);
  });
}
