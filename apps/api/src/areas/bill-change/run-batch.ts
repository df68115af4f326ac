import type { LimitBatch } from '@xyxlx/database/client/client';
import type { JobEnd, JobKind, JobWork } from '../../platform/jobs/job-kind.ts';
import { notifyUser } from '../../platform/notify.ts';
import { logOperation, type Requester } from '../../platform/operation-log.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { applyChunk } from './apply-rows.ts';
import type { BatchPayload } from './check-batch.ts';

/** So many rows commit together: enough for speed, few enough that nobody waits long for an account. */
const chunkSize = 10_000;

/** Brings the limits of a confirmed batch to what its sheet says. */
export const runLimitBatch: JobKind<BatchPayload> = {
  kind: 'limitBatchRun',
  title: { zh: '批量调额', en: 'Batch adjustment' },
  permission: 'limit.upload',
  run: (work) => carryOut(work, 'apply'),
};

/** Takes a batch back, as far as what it gave is unspent. */
export const undoLimitBatch: JobKind<BatchPayload & { reason: string }> = {
  kind: 'limitBatchUndo',
  title: { zh: '撤销批量调额', en: 'Undo of a batch adjustment' },
  permission: 'limit.upload',
  run: (work) => carryOut(work, 'undo', work.payload.reason),
};

async function carryOut(
  { payload: { batchId }, actor, deps, steps }: JobWork<BatchPayload>,
  direction: 'apply' | 'undo',
  reason?: string,
): Promise<JobEnd> {
  const batch = await deps.database.prisma.limitBatch.findUniqueOrThrow({ where: { id: batchId } });
  const { batchNo, tenantId, merchantId } = batch;
  await steps(async (tx, checkpoint) => {
    const { last, done, failed } = await applyChunk(tx, {
      batchId,
      batchNo,
      tenantId,
      merchantId,
      direction,
      reason: reason ?? batch.reason,
      by: actor.session,
      now: deps.clock.businessNow(),
      after: Number(checkpoint ?? 0),
      size: chunkSize,
    });
    if (last !== null) return { checkpoint: last, done, failed };
    await close(tx, actor, batchId, direction);
    return null;
  });
  return direction === 'apply'
    ? { message: { zh: '批量调额完成', en: 'Batch adjustment finished' } }
    : { state: 'SUCCEEDED', message: { zh: '撤销完成', en: 'Taken back' } };
}

/** Writes the batch's end once: a run that was killed right after it finds it written. */
async function close(
  tx: Transaction,
  actor: Requester,
  batchId: string,
  direction: 'apply' | 'undo',
): Promise<void> {
  const from = direction === 'apply' ? 'RUNNING' : 'UNDOING';
  const [batch] = await tx.$queryRaw<LimitBatch[]>`
    UPDATE limit_batches SET version = version + 1, updated_at = now(), updated_by = ${actor.session.userName},
      state = (CASE WHEN ${direction} = 'undo' THEN 'UNDONE' WHEN done = 0 AND failed > 0 THEN 'FAILED' WHEN failed > 0 THEN 'PARTLY_DONE' ELSE 'DONE' END)::"LimitBatchState"
    WHERE id = ${batchId}::uuid AND state = ${from}::"LimitBatchState"
    RETURNING id, tenant_id AS "tenantId", batch_no AS "batchNo", state, done, failed`;
  if (!batch) return;
  await logOperation(tx, actor, {
    tenantId: batch.tenantId,
    module: 'billChange',
    action: direction === 'apply' ? 'confirmBatch' : 'undoBatch',
    target: { type: 'limitBatch', id: batchId, label: batch.batchNo },
    before: { state: from },
    after: { state: batch.state, done: batch.done, failed: batch.failed },
  });
  await notifyUser(tx, {
    tenantId: actor.session.tenantId,
    userId: actor.session.userId,
    kind: 'limitBatch.finished',
    title: {
      zh: `批量调额 ${batch.batchNo} 已完成：成功 ${batch.done}，失败 ${batch.failed}`,
      en: `Batch adjustment ${batch.batchNo} finished: ${batch.done} done, ${batch.failed} failed`,
    },
  });
}
