import { billChange as contract, type LimitBatch } from '@xyxlx/contracts/bill-change';
import type { Waits } from '@xyxlx/contracts/waits';
import type { LimitBatch as BatchRecord } from '@xyxlx/database/client/client';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import type { Caller } from '../../core/caller.ts';
import type { Session } from '../../core/session.ts';
import { assessAct, moneyAct, openActs } from '../../platform/approval/money-act.ts';
import type { ApprovalSubject, DryRunAct } from '../../platform/approval/subject.ts';
import { rowsOf, sql } from '../../platform/db/sql.ts';
import { change, type Transaction } from '../../platform/db/transaction.ts';
import { assessEach } from '../../platform/records/bulk.ts';
import { keysOf } from '../../platform/records/lock-visible.ts';
import { mustAllow } from '../../platform/records/stateful-record.ts';
import { batchOf, lockBatch } from './batch.sql.ts';
import { limitBatchStateMachine } from './batch-states.ts';
import { limitBatchUndo } from './batch-threshold.ts';
import { matterOfBatchUndo } from './matter.ts';
import { startJob } from './start-batch.ts';

type Input = z.output<typeof contract.undoBatch.input>;

/** Takes back what a batch gave, as far as it is unspent; over the threshold that waits for a checker. */
export async function undoBatch(call: Call<Input, Session>): Promise<LimitBatch & Waits> {
  const { input } = call;
  return change(call, async (tx) => {
    const approvalId = await startUndo(tx, call, input);
    return { ...(await batchOf(tx, call, input.id)), approvalId };
  });
}

/** The undo of a batch over its maker's threshold. */
export const batchUndoApproval: ApprovalSubject = {
  ...moneyAct(limitBatchUndo, contract.undoBatch.input, startUndo, matterOfBatchUndo),
  dryRun: async (tx, by, ids) => {
    const batches = await limitBatchStateMachine.lock(tx, by.session, ids);
    const moves = await unspent(tx, batches);
    const subjects = batches.map(({ tenantId, id }) => ({ tenantId, subjectId: id }));
    const desk = await openActs(tx, by, limitBatchUndo, subjects);
    const acts: DryRunAct[] = [];
    const { result } = assessEach({ ids, language: by.request.language }, batches, (batch) => {
      mustAllow(limitBatchStateMachine, 'undoBatch', batch);
      const move = moves.get(batch.id) ?? nothing;
      const waits = desk.assess(undoOf(batch, move, '')) === null;
      const { tenantId, merchantId } = batch;
      acts.push({ tenantId, merchantId, ...move, waits });
    });
    return { acts, refused: result.failed };
  },
};

/** Starts the job, or hands the undo in and returns the approval that it waits for. */
async function startUndo(tx: Transaction, by: Caller, input: Input): Promise<string | null> {
  const { id, version, reason } = input;
  const batch = await lockBatch(tx, by.session, id, version);
  mustAllow(limitBatchStateMachine, 'undoBatch', batch);
  const moves = await unspent(tx, [batch]);
  const { tenantId } = batch;
  const act = undoOf(batch, moves.get(id) ?? nothing, reason);
  const { waits } = await assessAct(tx, by, limitBatchUndo, { ...act, input });
  if (waits !== null) return waits;
  await startJob(tx, by, batch, 'undoBatch', {
    kind: 'limitBatchUndo',
    payload: { tenantId, batchId: id, reason },
    total: batch.done,
  });
  return null;
}

/** What taking a batch back moves. */
interface Move {
  /** In fen. */
  amount: number;
  /** People. */
  count: number;
  /** What it gives to the company's fund, in fen; negative: what it takes. */
  fundDelta: number;
}

const nothing: Move = { amount: 0, count: 0, fundDelta: 0 };

/** The undo as an act: of at least one person, also where all of it is spent. */
function undoOf({ tenantId, merchantId, id, batchNo }: BatchRecord, { amount, count }: Move, reason: string) {
  const about = { tenantId, merchantId, subjectId: id, subjectLabel: batchNo };
  return { ...about, amount, count: Math.max(1, count), reason };
}

/** What undoing batches would move now, by their ids; employees who have spent it or have left are not touched. */
async function unspent(tx: Transaction, batches: readonly BatchRecord[]): Promise<Map<string, Move>> {
  const { tenantId, id } = keysOf(batches);
  const rows = await rowsOf<Move & { id: string }>(
    tx,
    sql`
    SELECT b.id, sum(abs(w.back))::float8 AS amount, (count(*) FILTER (WHERE w.back <> 0))::int AS count, sum(w.back)::float8 AS "fundDelta"
    FROM limit_batches b
    JOIN limit_batch_rows r ON r.tenant_id = b.tenant_id AND r.batch_id = b.id AND r.state = 'DONE'
    JOIN limit_adjustments a ON a.tenant_id = r.tenant_id AND a.id = r.adjustment_id
    JOIN limit_accounts l ON l.tenant_id = r.tenant_id AND l.merchant_id = b.merchant_id AND l.employee_id = r.employee_id
    JOIN employees e ON e.tenant_id = r.tenant_id AND e.id = r.employee_id
    CROSS JOIN LATERAL (SELECT CASE WHEN a.delta > 0 THEN least(a.delta, l.available - l.lot_available) WHEN e.state = 'LEFT' THEN 0 ELSE a.delta END AS back) w
    WHERE b.tenant_id = ANY(${tenantId.in}::uuid[]) AND b.id = ANY(${id.in}::uuid[])
    GROUP BY b.id`,
  );
  return new Map(rows.map(({ id, ...move }) => [id, move]));
}
