import { paths } from '@xyxlx/contracts/paths';
import type { IssueBatch } from '@xyxlx/database/client/client';
import { z } from 'zod';
import { rowsOf, sql } from '../../../platform/db/sql.ts';
import { releaseHold } from '../../../platform/fund/fund-hold.ts';
import type { JobKind } from '../../../platform/jobs/job-kind.ts';
import { heldFor } from '../batch-hold.ts';
import { issueChunk } from '../issue-chunk.ts';
import { chunkSize, endRun } from '../run-issue.ts';
import { prepareRun } from './prepare-run.ts';

/** Runs of one plan that are done one after the other. */
export interface PlanRunPayload {
  tenantId: string;
  batchIds: string[];
  /** Its rows are written and held already, as a checker saw them. */
  isPrepared?: boolean;
}

/** How far it is: the batch, and of that the last row; null: it is not prepared yet. */
const place = z.strictObject({ at: z.int(), after: z.int().nullable() });

/** Does runs of a plan in their order: finds out whom each is for, has its sum held, and issues it. */
export const runPlan: JobKind<PlanRunPayload> = {
  kind: 'planRun',
  title: { zh: '计划执行', en: 'Run of a plan' },
  permission: 'creditlimit.issue',
  outcome: () => paths.issueExecutions.replace('/:code?', ''),
  run: async ({ payload, actor, deps, steps }) => {
    const { tenantId, batchIds, isPrepared } = payload;
    await steps(async (tx, checkpoint) => {
      const now = deps.clock.businessNow();
      const { at, after } = place.parse(checkpoint ?? { at: 0, after: isPrepared ? 0 : null });
      const batchId = batchIds[at];
      if (batchId === undefined) return null;
      const next = { checkpoint: { at: at + 1, after: null }, done: 0 };
      if (after === null) {
        const goesOn = await prepareRun(tx, actor, { tenantId, batchId, now });
        return goesOn ? { checkpoint: { at, after: 0 }, done: 0 } : next;
      }
      const batch = await tx.issueBatch.findUniqueOrThrow({
        where: { tenantId_id: { tenantId, id: batchId } },
      });
      const { last, done, failed } = await issueChunk(tx, {
        ...{ batch, by: actor.session, now, after, size: chunkSize },
      });
      if (last !== null) return { checkpoint: { at, after: last }, done, failed };
      await releaseHold(tx, heldFor(batch, now));
      await endRun(tx, actor, { tenantId, batchId });
      return next;
    });
    const where = { tenantId, id: { in: batchIds } };
    const batches = await deps.database.prisma.issueBatch.findMany({ where });
    return { state: endOf(batches), message: wordsOf(batches) };
  },
  // What is left of one stays promised to it, and it can go on; those that were not begun have failed.
  abandoned: async (tx, { payload: { tenantId, batchIds }, actor }) => {
    for (const batchId of batchIds) await endRun(tx, actor, { tenantId, batchId }, 'STOPPED');
    await rowsOf(
      tx,
      sql`UPDATE issue_batches SET state = 'FAILED', message = 'stopped', version = version + 1, finished_at = now(), updated_at = now()
          WHERE tenant_id = ${tenantId}::uuid AND id = ANY(${batchIds}::uuid[]) AND state = 'SCHEDULED'`,
    );
  },
};

function endOf(batches: readonly Pick<IssueBatch, 'state'>[]): 'SUCCEEDED' | 'PARTIAL' | 'FAILED' {
  if (batches.every(({ state }) => state !== 'FAILED' && state !== 'PARTLY_DONE')) return 'SUCCEEDED';
  return batches.every(({ state }) => state === 'FAILED') ? 'FAILED' : 'PARTIAL';
}

function wordsOf(batches: readonly Pick<IssueBatch, 'batchNo' | 'done' | 'failed'>[]) {
  const named = batches.map(({ batchNo }) => batchNo).join('、');
  const done = batches.reduce((sum, batch) => sum + batch.done, 0);
  const failed = batches.reduce((sum, batch) => sum + batch.failed, 0);
  return {
    zh: `${named} 执行结束，成功 ${done} 行，失败 ${failed} 行`,
    en: `${named}: ${done} rows done, ${failed} failed`,
  };
}
