import { limitBatchTransitions } from '@xyxlx/contracts/bill-change';
import { paths } from '@xyxlx/contracts/paths';
import type { LimitBatch } from '@xyxlx/database/client/client';
import type { Requester } from '../../core/caller.ts';
import { operationOf } from '../../core/operation.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import type { JobEnd, JobKind, JobWork } from '../../platform/jobs/job-kind.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { applyChunk } from './apply-rows.ts';
import type { BatchPayload } from './check-batch.ts';

/** So many rows commit together: few enough that nobody waits long for an account, enough that a commit costs little beside them. */
const chunkSize = 20_000;

/** Brings the limits of a confirmed batch to what its sheet says. */
export const runLimitBatch: JobKind<BatchPayload> = {
  kind: 'limitBatchRun',
  title: { zh: '批量调额', en: 'Batch adjustment' },
  permission: 'limit.upload',
  run: (work) => carryOut(work, 'apply'),
  outcome: ({ payload }) => pathOf(payload),
  abandoned: async (tx, { payload, actor }) => close(tx, actor, payload, 'apply'),
};

/** Takes a batch back, as far as what it gave is unspent. */
export const undoLimitBatch: JobKind<BatchPayload & { reason: string }> = {
  kind: 'limitBatchUndo',
  title: { zh: '撤销批量调额', en: 'Undo of a batch adjustment' },
  permission: 'limit.upload',
  run: (work) => carryOut(work, 'undo', work.payload.reason),
  outcome: ({ payload }) => pathOf(payload),
  // What was taken back stays so; the rest can be taken back by another try.
  abandoned: async (tx, { payload, actor }) => close(tx, actor, payload, 'undo', 'unfinished'),
};

function pathOf({ batchId }: BatchPayload): string {
  return `${paths.employees}?tab=batches&open=${batchId}`;
}

async function carryOut(
  { payload, actor, deps, steps }: JobWork<BatchPayload>,
  direction: 'apply' | 'undo',
  reason?: string,
): Promise<JobEnd> {
  const { tenantId, batchId } = payload;
  const where = { tenantId_id: { tenantId, id: batchId } };
  const batch = await deps.database.prisma.limitBatch.findUniqueOrThrow({ where });
  const { batchNo, merchantId } = batch;
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
    await close(tx, actor, payload, direction);
    return null;
  });
  const { done, failed } = await deps.database.prisma.limitBatch.findUniqueOrThrow({ where });
  return direction === 'apply'
    ? {
        message: {
          zh: `${batchNo} 执行完成，成功 ${done} 行，失败 ${failed} 行`,
          en: `${batchNo} is carried out: ${done} rows done, ${failed} failed`,
        },
      }
    : { state: 'SUCCEEDED', message: { zh: `${batchNo} 已撤销`, en: `${batchNo} is taken back` } };
}

/** Writes what became of the batch, once: a run that was killed right after it finds it written. With rows left it is stopped, and can go on. */
async function close(
  tx: Transaction,
  actor: Requester,
  { tenantId, batchId }: BatchPayload,
  direction: 'apply' | 'undo',
  end: 'finished' | 'unfinished' = 'finished',
): Promise<void> {
  const { endRun, endUndo } = limitBatchTransitions.automatic;
  const [from] = direction === 'apply' ? endRun.from : endUndo.from;
  const [batch] = await tx.$queryRaw<LimitBatch[]>`
    UPDATE limit_batches b SET version = version + 1, updated_at = now(), updated_by = ${actor.session.userName},
      state = (CASE WHEN ${direction === 'undo' && end === 'finished'} THEN 'UNDONE'
        WHEN EXISTS (SELECT FROM limit_batch_rows r WHERE r.tenant_id = b.tenant_id AND r.batch_id = b.id AND r.state = 'READY') THEN 'STOPPED'
        WHEN done = 0 AND failed > 0 THEN 'FAILED' WHEN failed > 0 THEN 'PARTLY_DONE' ELSE 'DONE' END)
    WHERE tenant_id = ${tenantId}::uuid AND id = ${batchId}::uuid AND state = ${from}
    RETURNING batch_no AS "batchNo", state, done, failed`;
  if (!batch) return;
  const operation = operationOf('billChange', direction === 'apply' ? 'confirmBatch' : 'undoBatch');
  await logChange(
    tx,
    { ...actor, operation },
    {
      tenantId,
      id: batchId,
      label: batch.batchNo,
      before: { state: from },
      after: { state: batch.state, done: batch.done, failed: batch.failed },
    },
  );
}
