import type { LimitBatch } from '@xyxlx/database/client/client';
import type { Deps } from '../../core/deps.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import type { NewJob } from '../../platform/jobs/job-kind.ts';
import { fundFree, fundTooLow } from '../../platform/money/fund.ts';
import type { Requester } from '../../platform/operation-log/operation-log.ts';
import { writeState } from '../../platform/records/change-state.ts';
import { limitBatchStates } from './batch-states.ts';

type By = Requester & { deps: Deps };

/** Starts the job that brings the limits to the sheet's figures. */
export async function startBatch(
  tx: Transaction,
  by: By,
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
  if (Number(increaseAmount - decreaseAmount) <= (await fundFree(tx, tenantId, merchantId))) return;
  throw fundTooLow();
}

/** Starts a job that works on the batch, and puts the batch into the state that says so. */
export async function startJob(
  tx: Transaction,
  { session, request, deps }: By,
  batch: LimitBatch,
  action: 'confirmBatch' | 'approve' | 'resumeBatch' | 'undoBatch',
  job: NewJob,
): Promise<void> {
  const jobId = await deps.jobs.start(tx, { session, request }, job);
  const by = { session, now: deps.clock.businessNow() };
  await writeState(tx, by, limitBatchStates, action, [batch], { columns: { jobId } });
}
