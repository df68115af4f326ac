import { issueTransitions } from '@xyxlx/contracts/issue';
import { paths } from '@xyxlx/contracts/paths';
import type { IssueBatch } from '@xyxlx/database/client/client';
import type { Requester } from '../../core/caller.ts';
import { operationOf } from '../../core/operation.ts';
import { disableNestedLoops } from '../../platform/db/disable-nested-loops.ts';
import { rowOf, rowsOf, sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { releaseHold } from '../../platform/fund/fund-hold.ts';
import type { JobKind } from '../../platform/jobs/job-kind.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { voidLots } from '../limit/void-lots.ts';
import { heldFor } from './batch-hold.ts';
import type { IssuePayload } from './check-batch.ts';
import { chunkSize } from './run-issue.ts';

/** Takes back what is unspent of the rows of a batch that are marked for it. */
export const runVoid: JobKind<IssuePayload & { reason: string }> = {
  kind: 'issueVoid',
  title: { zh: '作废发放', en: 'Voiding of issued limits' },
  permission: 'creditlimit.issue',
  outcome: ({ payload }) => `${paths.issue}?open=${payload.batchId}`,
  run: async ({ payload: { tenantId, batchId, reason }, actor, deps, steps }) => {
    const where = { tenantId_id: { tenantId, id: batchId } };
    const { batchNo, kind } = await deps.database.prisma.issueBatch.findUniqueOrThrow({ where });
    await steps(async (tx, checkpoint) => {
      const now = deps.clock.businessNow();
      const after = Number(checkpoint ?? 0);
      const last = await lockAccounts(tx, { tenantId, batchId, after });
      if (last === null) {
        // What a stopped batch had left is promised to it no more.
        await releaseHold(tx, heldFor({ tenantId, id: batchId }, now));
        await endVoid(tx, actor, { tenantId, batchId }, 'ended');
        return null;
      }
      const { voided, failed, amount } = await voidLots(tx, {
        ...{ tenantId, batchId, batchNo, reason, by: actor.session, now },
        which: sql`r.row_no > ${after}::int AND r.row_no <= ${last}::int`,
        source: kind === 'MANUAL' ? 'BATCH' : 'RULE',
      });
      await tx.issueBatch.update({ where, data: { takenBackAmount: { increment: amount } } });
      return { checkpoint: last, done: voided, failed };
    });
    return {
      state: 'SUCCEEDED',
      message: { zh: `${batchNo} 已作废未使用部分`, en: `What was unspent of ${batchNo} is taken back` },
    };
  },
  // What was taken back stays so; the rest can be voided by another try.
  abandoned: async (tx, { payload, actor }) => endVoid(tx, actor, payload, 'abandoned'),
};

/** Locks the accounts of the next marked rows, in the order of their ids; returns the last of these rows, or null. */
async function lockAccounts(
  tx: Transaction,
  { tenantId, batchId, after }: IssuePayload & { after: number },
): Promise<number | null> {
  const { last } = await rowOf<{ last: number | null }>(
    tx,
    sql`SELECT max(row_no) AS last FROM (SELECT row_no FROM issue_rows
          WHERE tenant_id = ${tenantId}::uuid AND batch_id = ${batchId}::uuid AND row_no > ${after}::int AND state = 'TO_VOID'
          ORDER BY row_no LIMIT ${chunkSize}) chunk`,
  );
  if (last === null) return null;
  await disableNestedLoops(tx);
  await rowOf(
    tx,
    sql`SELECT count(*) FROM (SELECT l.id FROM issue_rows r
          JOIN limit_lots o ON o.tenant_id = ${tenantId}::uuid AND o.batch_id = ${batchId}::uuid AND o.row_no = r.row_no
            AND o.end_reason IS DISTINCT FROM 'MOVED'
          JOIN limit_accounts l ON l.tenant_id = ${tenantId}::uuid AND l.id = o.account_id
          WHERE r.tenant_id = ${tenantId}::uuid AND r.batch_id = ${batchId}::uuid AND r.row_no > ${after}::int AND r.row_no <= ${last}::int
            AND r.state = 'TO_VOID' ORDER BY l.id FOR UPDATE OF l) locked`,
  );
  return last;
}

/** Writes what became of the batch, once: a job that was killed right after it finds it written. */
async function endVoid(
  tx: Transaction,
  actor: Requester,
  { tenantId, batchId }: IssuePayload,
  end: 'ended' | 'abandoned',
): Promise<void> {
  if (end === 'abandoned') {
    await tx.issueRow.updateMany({
      where: { tenantId, batchId, state: 'TO_VOID' },
      data: { state: 'DONE' },
    });
  }
  const [from] = issueTransitions.automatic.endVoid.from;
  const [batch] = await rowsOf<Pick<IssueBatch, 'batchNo' | 'state'> & { takenBack: number }>(
    tx,
    sql`UPDATE issue_batches b SET version = version + 1, updated_at = now(), updated_by = ${actor.session.userName}, state_before = NULL,
          state = CASE WHEN ${end === 'abandoned'} THEN state_before
            WHEN EXISTS (SELECT FROM issue_rows r WHERE r.tenant_id = b.tenant_id AND r.batch_id = b.id AND r.state IN ('DONE', 'VOID_FAILED'))
              THEN 'PARTLY_VOIDED' ELSE 'VOIDED' END
        WHERE tenant_id = ${tenantId}::uuid AND id = ${batchId}::uuid AND state = ${from}
        RETURNING batch_no AS "batchNo", state, taken_back_amount::float8 AS "takenBack"`,
  );
  if (!batch) return;
  await logChange(
    tx,
    { ...actor, operation: operationOf('creditLimit', 'voidIssue') },
    {
      ...{ tenantId, id: batchId, label: batch.batchNo, before: { state: from } },
      after: { state: batch.state, takenBackAmount: batch.takenBack },
    },
  );
}
