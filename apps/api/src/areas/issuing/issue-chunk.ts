import type { IssueBatch } from '@xyxlx/database/client/client';
import { disableNestedLoops } from '../../platform/db/disable-nested-loops.ts';
import { rowOf, sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { companyBehind, lockFunds } from '../../platform/fund/fund.ts';
import { spendHold } from '../../platform/fund/fund-hold.ts';
import { dayBefore, startOfDay } from '../../platform/time/shanghai.ts';
import { writeLots } from '../limit/write-lots.ts';
import { lastDayOf } from './batch-days.ts';
import { heldFor } from './batch-hold.ts';

interface Chunk {
  batch: IssueBatch;
  by: { userId: string; userName: string };
  now: Date;
  /** The last row of the chunk before. */
  after: number;
  size: number;
}

interface ChunkOutcome {
  /** The last row of this chunk; null when there was none left. */
  last: number | null;
  done: number;
  failed: number;
}

/**
 * Issues one chunk of any size in a handful of statements, out of what was held for the batch. Each person is judged again, as they are
 * now: a row that can't be done is marked with its reason and stops no other.
 */
export async function issueChunk(
  tx: Transaction,
  { batch, by, now, after, size }: Chunk,
): Promise<ChunkOutcome> {
  const { tenantId, id, merchantId, batchNo, institutionId, kind, reason } = batch;
  const { last, ends } = await rowOf<{ last: number | null; ends: [string, string] | null }>(
    tx,
    sql`SELECT max(row_no) AS last, percentile_disc(ARRAY[0, 1]) WITHIN GROUP (ORDER BY employee_id) AS ends
        FROM (SELECT row_no, employee_id FROM issue_rows
          WHERE tenant_id = ${tenantId}::uuid AND batch_id = ${id}::uuid AND row_no > ${after}::int AND state = 'READY'
          ORDER BY row_no LIMIT ${size}) chunk`,
  );
  if (last === null) return { last, done: 0, failed: 0 };
  const lastDay = lastDayOf(batch);
  const expiresAt = lastDay === null ? null : startOfDay(dayBefore(lastDay, -1));
  const which = sql`r.row_no > ${after}::int AND r.row_no <= ${last}::int`;
  const picked = sql`r.tenant_id = ${tenantId}::uuid AND r.batch_id = ${id}::uuid AND r.state = 'READY' AND ${which}`;
  // Rows are mostly in the order of the numbers of their people: the indexes are read between the first and the last of them alone.
  const [first, final] = ends ?? [null, null];

  await disableNestedLoops(tx);
  // Locked in one order, so that two batches never wait for each other.
  await rowOf(
    tx,
    sql`SELECT count(*) FROM (SELECT l.id FROM issue_rows r JOIN limit_accounts l ON l.employee_id = r.employee_id
        WHERE ${picked} AND l.tenant_id = ${tenantId}::uuid AND l.merchant_id = ${merchantId}::uuid
          AND l.employee_id BETWEEN ${first}::uuid AND ${final}::uuid ORDER BY l.id FOR UPDATE OF l) locked`,
  );
  const { failed, amount } = await rowOf<{ failed: number; amount: number }>(
    tx,
    sql`
    WITH judged AS MATERIALIZED (
      SELECT r.row_no, r.amount, CASE
        WHEN e.id IS NULL THEN 'missing' WHEN e.state = 'PENDING' THEN 'pending' WHEN e.state = 'FROZEN' THEN 'frozen'
        WHEN e.state = 'LEFT' THEN 'left'
        WHEN NOT EXISTS (SELECT FROM merchants m WHERE m.tenant_id = ${tenantId}::uuid AND m.id = ${merchantId}::uuid AND m.state = 'ACTIVE')
          THEN 'merchant'
        WHEN ${institutionId}::uuid IS NOT NULL AND NOT EXISTS (SELECT FROM institutions i WHERE i.tenant_id = ${tenantId}::uuid
          AND i.id = ${institutionId}::uuid AND i.state = 'ENABLED') THEN 'institution'
        WHEN ${expiresAt}::timestamptz <= ${now}::timestamptz THEN 'ended' ELSE '' END AS problem
      FROM issue_rows r LEFT JOIN employees e ON e.tenant_id = ${tenantId}::uuid AND e.merchant_id = ${merchantId}::uuid AND e.id = r.employee_id
        AND e.id BETWEEN ${first}::uuid AND ${final}::uuid
      WHERE ${picked}),
    refused AS (
      UPDATE issue_rows r SET state = 'FAILED', message = j.problem, finished_at = ${now}::timestamptz
      FROM judged j WHERE r.tenant_id = ${tenantId}::uuid AND r.batch_id = ${id}::uuid AND r.row_no = j.row_no AND j.problem <> '')
    SELECT count(*) FILTER (WHERE problem <> '')::int AS failed, coalesce(sum(amount) FILTER (WHERE problem = ''), 0)::float8 AS amount
    FROM judged`,
  );
  const owner = await companyBehind(tx, tenantId, merchantId);
  await lockFunds(tx, [owner]);
  const held = await spendHold(tx, heldFor(batch, now), amount);
  const { done, amount: issued } = await writeLots(tx, {
    ...owner,
    batchId: id,
    batchNo,
    which,
    institutionId,
    expiresAt,
    source: kind === 'MANUAL' ? 'BATCH' : 'RULE',
    reason,
    by,
    now,
    held,
  });
  if (issued !== amount) throw new Error(`${batchNo}: ${issued} of ${amount} fen have an account.`);
  await tx.issueBatch.update({
    where: { tenantId_id: { tenantId, id } },
    data: { done: { increment: done }, failed: { increment: failed }, doneAmount: { increment: issued } },
  });
  return { last, done, failed };
}
