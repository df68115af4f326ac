import { issueTransitions } from '@xyxlx/contracts/issue';
import { paths } from '@xyxlx/contracts/paths';
import type { IssueBatch } from '@xyxlx/database/client/client';
import type { Requester } from '../../core/caller.ts';
import { rowsOf, sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { releaseHold } from '../../platform/fund/fund-hold.ts';
import type { JobKind } from '../../platform/jobs/job-kind.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { heldFor } from './batch-hold.ts';
import type { IssuePayload } from './check-batch.ts';
import { issueChunk } from './issue-chunk.ts';

/** So many rows commit together: few enough that nobody waits long for an account, enough that a commit costs little beside them. */
export const chunkSize = 20_000;

const operation = { module: 'creditLimit', action: 'runIssue', target: 'issueBatch' };

/** Issues what a RUNNING batch has left, by hand or by a plan; its sum is held already. */
export const runIssue: JobKind<IssuePayload> = {
  kind: 'issueRun',
  title: { zh: '额度发放', en: 'Issuing of limits' },
  permission: 'creditlimit.issue',
  outcome: ({ payload }) => `${paths.issue}?open=${payload.batchId}`,
  run: async ({ payload: { tenantId, batchId }, actor, deps, steps }) => {
    const where = { tenantId_id: { tenantId, id: batchId } };
    const batch = await deps.database.prisma.issueBatch.findUniqueOrThrow({ where });
    await steps(async (tx, checkpoint) => {
      const now = deps.clock.businessNow();
      const after = Number(checkpoint ?? 0);
      const { last, done, failed } = await issueChunk(tx, {
        ...{ batch, by: actor.session, now, after, size: chunkSize },
      });
      if (last !== null) return { checkpoint: last, done, failed };
      await releaseHold(tx, heldFor(batch, now));
      await endRun(tx, actor, { tenantId, batchId });
      return null;
    });
    const { batchNo, done, failed } = await deps.database.prisma.issueBatch.findUniqueOrThrow({ where });
    return {
      message: {
        zh: `${batchNo} 发放完成，成功 ${done} 行，失败 ${failed} 行`,
        en: `${batchNo} is issued: ${done} rows done, ${failed} failed`,
      },
    };
  },
  // What is left stays promised to it, and it can go on.
  abandoned: (tx, { payload, actor }) => endRun(tx, actor, payload, 'STOPPED'),
};

/** Writes what became of the batch, once: a run that was killed right after it finds it written. */
export async function endRun(
  tx: Transaction,
  actor: Requester,
  { tenantId, batchId }: IssuePayload,
  stopped?: 'STOPPED',
): Promise<void> {
  const [from] = issueTransitions.automatic.endRun.from;
  const [batch] = await rowsOf<Pick<IssueBatch, 'batchNo' | 'state' | 'done' | 'failed'>>(
    tx,
    sql`UPDATE issue_batches SET version = version + 1, finished_at = now(), updated_at = now(), updated_by = ${actor.session.userName},
          state = coalesce(${stopped ?? null}, CASE WHEN failed = 0 THEN 'DONE' WHEN done = 0 THEN 'FAILED' ELSE 'PARTLY_DONE' END)
        WHERE tenant_id = ${tenantId}::uuid AND id = ${batchId}::uuid AND state = ${from}
        RETURNING batch_no AS "batchNo", state, done, failed`,
  );
  if (!batch) return;
  await logChange(
    tx,
    { ...actor, operation },
    {
      ...{ tenantId, id: batchId, label: batch.batchNo, before: { state: from } },
      after: { state: batch.state, done: batch.done, failed: batch.failed },
    },
  );
}
