import type { Waits } from '@xyxlx/contracts/approval';
import { billChange as contract, type LimitBatch } from '@xyxlx/contracts/bill-change';
import type { LimitBatch as BatchRecord } from '@xyxlx/database/client/client';
import type { z } from 'zod';
import type { By } from '../../core/by.ts';
import type { Call } from '../../core/call.ts';
import type { Deps } from '../../core/deps.ts';
import { Refusal } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { judgeAct, moneyAct } from '../../platform/approval/money-act.ts';
import { rowOf, sql } from '../../platform/db/sql.ts';
import { inMoneyTransaction, type Transaction } from '../../platform/db/transaction.ts';
import { batchOf, lockBatch } from './batch.sql.ts';
import { limitBatchUndo } from './batch-threshold.ts';
import { startJob } from './start-batch.ts';

type Input = z.output<typeof contract.undoBatch.input>;

const undoable: readonly string[] = ['DONE', 'PARTLY_DONE', 'STOPPED'];

/** Takes back what a batch gave, as far as it is unspent; over the threshold that waits for a checker. */
export async function undoBatch(call: Call<Input, Session>): Promise<LimitBatch & Waits> {
  const { input, session, request, deps } = call;
  return inMoneyTransaction(deps.database, session, async (tx) => {
    const by = { session, request, now: deps.clock.businessNow() };
    const approvalId = await startUndo(tx, by, input, deps);
    return { ...(await batchOf(tx, call, input.id)), approvalId };
  });
}

/** The undo of a batch over its maker's threshold. */
export const batchUndoApproval = moneyAct(limitBatchUndo, contract.undoBatch.input, startUndo);

/** Starts the job, or hands the undo in and returns the approval that it waits for. */
async function startUndo(tx: Transaction, by: By, input: Input, deps: Deps): Promise<string | null> {
  const { session, request } = by;
  const { id, version, reason } = input;
  const batch = await lockBatch(tx, session, id, version);
  if (!undoable.includes(batch.state)) {
    throw new Refusal({
      zh: '仅已执行的批次可以撤销',
      en: 'Only a batch that was carried out can be undone',
    });
  }
  const { tenantId, merchantId, batchNo } = batch;
  const { waits } = await judgeAct(tx, by, limitBatchUndo, {
    tenantId,
    merchantId,
    subjectId: id,
    subjectLabel: batchNo,
    ...(await unspent(tx, batch)),
    reason,
    input,
  });
  if (waits !== null) return waits;
  await startJob(tx, { session, request, deps }, batch, 'UNDOING', {
    kind: 'limitBatchUndo',
    payload: { tenantId, batchId: id, reason },
    total: batch.done,
  });
  return null;
}

/** What taking the batch back moves at this moment, in fen, and for how many people. */
async function unspent(
  tx: Transaction,
  { tenantId, merchantId, id }: BatchRecord,
): Promise<{ amount: number; count: number }> {
  return rowOf(
    tx,
    sql`
    SELECT coalesce(sum(CASE WHEN a.delta > 0 THEN least(a.delta, l.available) ELSE -a.delta END), 0)::float8 AS amount,
      greatest(count(*), 1)::int AS count
    FROM limit_batch_rows r
    JOIN limit_adjustments a ON a.tenant_id = r.tenant_id AND a.id = r.adjustment_id
    JOIN limit_accounts l ON l.tenant_id = r.tenant_id AND l.merchant_id = ${merchantId}::uuid AND l.employee_id = r.employee_id
    WHERE r.tenant_id = ${tenantId}::uuid AND r.batch_id = ${id}::uuid AND r.state = 'DONE'`,
  );
}
