import { disableNestedLoops } from '../../platform/db/disable-nested-loops.ts';
import { empty, rowOf, rowsOf, sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { companyBehind, lockFunds, moveFunds } from '../../platform/fund/fund.ts';
import { postWhere } from '../../platform/ledger/post.ts';
import { limitPostings } from '../limit/postings.ts';

/** What a chunk of a batch is to do: bring limits to the sheet's figures, or take back what that did. */
interface Chunk {
  batchId: string;
  batchNo: string;
  tenantId: string;
  merchantId: string;
  direction: 'apply' | 'undo';
  reason: string;
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
 * Carries out one chunk of any size in a handful of statements: accounts, chain, rows and the company's fund.
 * A row that can't be done is marked with its reason and stops no other.
 */
export async function applyChunk(tx: Transaction, chunk: Chunk): Promise<ChunkOutcome> {
  const { batchId, tenantId, merchantId, direction, by, now } = chunk;
  const state = direction === 'apply' ? 'READY' : 'DONE';
  const { last, ends } = await rowOf<{ last: number | null; ends: [string, string] | null }>(
    tx,
    sql`SELECT max(row_no) AS last, percentile_disc(ARRAY[0, 1]) WITHIN GROUP (ORDER BY employee_id) AS ends
        FROM (SELECT row_no, employee_id FROM limit_batch_rows
          WHERE tenant_id = ${tenantId}::uuid AND batch_id = ${batchId}::uuid AND row_no > ${chunk.after}::int ORDER BY row_no LIMIT ${chunk.size}) chunk`,
  );
  if (last === null) return { last, done: 0, failed: 0 };
  const picked = sql`r.tenant_id = ${tenantId}::uuid AND r.batch_id = ${batchId}::uuid AND r.row_no > ${chunk.after}::int AND r.row_no <= ${last}::int AND r.state = ${state}`;

  await disableNestedLoops(tx);
  // A sheet is mostly in the order it was exported in: between the first and the last of a chunk's people there are few others,
  // and the indexes are read there alone instead of over all of the merchant's.
  const [first, final] = ends ?? [null, null];
  const accounts = sql`l.tenant_id = ${tenantId}::uuid AND l.merchant_id = ${merchantId}::uuid AND l.employee_id BETWEEN ${first}::uuid AND ${final}::uuid`;

  // Locked in one order, so that two batches never wait for each other; read again afterwards, as they are then.
  await rowsOf(
    tx,
    sql`SELECT count(*) FROM (SELECT l.id FROM limit_batch_rows r JOIN limit_accounts l ON l.employee_id = r.employee_id
        WHERE ${picked} AND ${accounts} ORDER BY l.id FOR UPDATE OF l) locked`,
  );
  const owner = await companyBehind(tx, tenantId, merchantId);
  const free = (await lockFunds(tx, [owner])).get(owner.companyId)?.free ?? 0;
  const wanted =
    direction === 'apply'
      ? sql`r.new_limit - l.available - l.used`
      : sql`CASE WHEN a.delta > 0 THEN -least(a.delta, l.available - l.lot_available) ELSE -a.delta END`;
  // What was done, but not as the check had said: somebody else changed the limit meanwhile, or a part of it is spent.
  const note =
    direction === 'apply'
      ? sql`CASE WHEN l.available + l.used <> r.present_limit THEN 'moved:' || to_char((r.new_limit - l.available - l.used) / 100.0, 'FMSG99999999990.00') END`
      : sql`CASE WHEN a.delta > l.available - l.lot_available
          THEN 'part:' || to_char((a.delta - l.available + l.lot_available) / 100.0, 'FM99999999990.00') END`;
  const { done, failed, issued, back } = await rowOf<{
    done: number;
    failed: number;
    issued: number;
    back: number;
  }>(
    tx,
    sql`
    WITH read AS (
      SELECT r.row_no, r.adjustment_id, l.id, l.available, l.lot_available, e.state, ${wanted} AS delta, ${note} AS note
      FROM limit_batch_rows r
      JOIN limit_accounts l ON l.employee_id = r.employee_id
      JOIN employees e ON e.id = r.employee_id
      ${direction === 'apply' ? empty : sql`JOIN limit_adjustments a ON a.tenant_id = ${tenantId}::uuid AND a.id = r.adjustment_id AND a.batch_id = ${batchId}::uuid`}
      WHERE ${picked} AND ${accounts} AND e.tenant_id = ${tenantId}::uuid AND e.merchant_id = ${merchantId}::uuid
        AND e.id BETWEEN ${first}::uuid AND ${final}::uuid),
    judged AS MATERIALIZED (
      SELECT *, uuidv7() AS new_id, CASE
        WHEN delta = 0 THEN ${direction === 'apply' ? '' : 'spent'}
        WHEN state = 'LEFT' AND delta > 0 THEN 'left'
        WHEN available + delta < 0 THEN 'short'
        WHEN available - lot_available + delta < 0 THEN 'lots'
        WHEN delta > 0 AND sum(CASE WHEN delta > 0 AND state <> 'LEFT' THEN delta ELSE 0 END) OVER (ORDER BY row_no)
          > ${free}::bigint - sum(CASE WHEN delta < 0 AND available - lot_available + delta >= 0 THEN delta ELSE 0 END) OVER () THEN 'fund'
        END AS problem
      FROM read),
    moved AS (
      UPDATE limit_accounts l SET total = l.total + j.delta, available = l.available + j.delta, adjust_seq = l.adjust_seq + 1,
        updated_at = ${now}::timestamptz
      FROM judged j WHERE l.id = j.id AND j.problem IS NULL AND ${accounts}
      RETURNING l.id, l.tenant_id, l.merchant_id, l.employee_id, l.adjust_seq, l.available + l.used AS after, j.delta, j.adjustment_id, j.new_id),
    written AS (
      INSERT INTO limit_adjustments (id, tenant_id, merchant_id, employee_id, account_id, company_id, seq, type, source, before, delta, after, reason,
        undoes_id, batch_id, created_at, created_by, created_by_id)
      SELECT new_id, tenant_id, merchant_id, employee_id, id, ${owner.companyId}::uuid, adjust_seq, (CASE WHEN delta > 0 THEN 'INCREASE' ELSE 'DECREASE' END),
        'BATCH', after - delta, delta, after, ${chunk.reason},
        ${direction === 'apply' ? sql`NULL::uuid` : sql`adjustment_id`}, ${batchId}::uuid, ${now}::timestamptz, ${by.userName}, ${by.userId}::uuid
      FROM moved),
    finished AS (
      UPDATE limit_batch_rows r SET finished_at = ${now}::timestamptz, message = coalesce(j.problem, j.note, ''),
        adjustment_id = CASE WHEN j.problem IS NULL THEN j.new_id ELSE r.adjustment_id END,
        state = (CASE WHEN j.problem IS NULL THEN ${direction === 'apply' ? 'DONE' : 'UNDONE'}
          WHEN j.problem = '' THEN 'UNCHANGED' ELSE ${direction === 'apply' ? 'FAILED' : 'DONE'} END)
      FROM judged j
      WHERE r.tenant_id = ${tenantId}::uuid AND r.batch_id = ${batchId}::uuid AND r.row_no = j.row_no AND r.row_no > ${chunk.after}::int AND r.row_no <= ${last}::int),
    sums AS (
      SELECT coalesce(sum(delta) FILTER (WHERE delta > 0), 0)::bigint AS issued, coalesce(-sum(delta) FILTER (WHERE delta < 0), 0)::bigint AS back
      FROM moved),
    counted AS (
      SELECT count(*) FILTER (WHERE problem IS NULL)::int AS done, count(*) FILTER (WHERE problem <> '')::int AS failed,
        count(*) FILTER (WHERE problem = '')::int AS same FROM judged),
    added AS (
      UPDATE limit_batches b SET updated_at = now(),
        done = b.done + ${direction === 'apply' ? sql`c.done` : sql`0`},
        failed = b.failed + ${direction === 'apply' ? sql`c.failed` : sql`0`},
        unchanged = b.unchanged + c.same, undone_amount = b.undone_amount + ${direction === 'apply' ? sql`0` : sql`s.issued + s.back`}
      FROM counted c, sums s WHERE b.tenant_id = ${tenantId}::uuid AND b.id = ${batchId}::uuid)
    SELECT done, failed, issued::float8 AS issued, back::float8 AS back FROM counted, sums`,
  );
  const flow = { ...owner, sourceId: batchId, remark: chunk.batchNo };
  // What comes back covers what is issued, and the company's bill has both.
  const moves = [
    { ...flow, kind: 'LIMIT_RECOVER' as const, delta: back },
    { ...flow, kind: 'LIMIT_ISSUE' as const, delta: -issued },
  ].filter(({ delta }) => delta !== 0);
  await moveFunds(tx, moves, { sourceType: 'limitBatch', by: by.userName, now });
  await postWhere(
    tx,
    limitPostings,
    tenantId,
    sql`r.id IN (SELECT b.adjustment_id FROM limit_batch_rows b
      WHERE b.tenant_id = ${tenantId}::uuid AND b.batch_id = ${batchId}::uuid AND b.row_no > ${chunk.after}::int AND b.row_no <= ${last}::int
        AND b.state = ${direction === 'apply' ? 'DONE' : 'UNDONE'})`,
    // Rows of the range that a run before this one did are posted already.
    { missing: true },
  );
  return { last, done, failed };
}
