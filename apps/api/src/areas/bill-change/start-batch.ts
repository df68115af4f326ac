import type { LimitBatch } from '@xyxlx/database/client/client';
import type { Actor, Caller } from '../../core/caller.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { companyBehind, fundFree, fundTooLow } from '../../platform/fund/fund.ts';
import type { NewJob } from '../../platform/jobs/job-kind.ts';
import { writeState } from '../../platform/records/change-state.ts';
import { keepInPlace, refuseWhileMoving } from '../merchant/running-move.ts';
import { limitBatchStateMachine } from './batch-states.ts';

/** Starts the job that brings the limits to the sheet's figures. */
export async function startBatch(
  tx: Transaction,
  by: Caller<Actor>,
  batch: LimitBatch,
  action: 'confirmBatch' | 'approve',
): Promise<void> {
  await refuseUncovered(tx, batch);
  await startJob(tx, by, batch, action, {
    kind: 'limitBatchRun',
    payload: { tenantId: batch.tenantId, batchId: batch.id },
    total: batch.changed,
  });
}

/** Throws 406 余额不足 when the company's fund does not cover what the batch gives. */
export async function refuseUncovered(
  tx: Transaction,
  { tenantId, merchantId, increaseAmount, decreaseAmount }: LimitBatch,
): Promise<void> {
  const free = await fundFree(tx, await companyBehind(tx, tenantId, merchantId));
  if (Number(increaseAmount - decreaseAmount) <= free) return;
  throw fundTooLow();
}

/** Starts a job that works on the batch, and puts the batch into the state that says so. */
export async function startJob(
  tx: Transaction,
  by: Caller<Actor>,
  batch: LimitBatch,
  action: 'confirmBatch' | 'approve' | 'resumeBatch' | 'undoBatch',
  job: NewJob,
): Promise<void> {
  await keepInPlace(tx, batch);
  await refuseWhileMoving(tx, batch);
  const jobId = await by.deps.jobs.start(tx, by, job);
  await writeState(tx, by, limitBatchStateMachine, action, [batch], { columns: { jobId } });
}
