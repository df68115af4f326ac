import {
  billChange as contract,
  type LimitBatch,
  limitBatchStates,
  limitBatchStateWords,
} from '@xyxlx/contracts/bill-change';
import type { LimitBatch as BatchRecord } from '@xyxlx/database/client/client';
import { recordMissing, staleVersion } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { iso, named, type Queryable, raw, rowsOf, type Sql, sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { fromDay, hasId, oneOf, untilDay } from '../../platform/lists/conditions.ts';
import { findIn, numbered } from '../../platform/lists/find.ts';
import { listOf, type Viewer } from '../../platform/lists/list.ts';
import { sumOf } from '../../platform/lists/sum-list.ts';
import { valueRank } from '../../platform/lists/value-rank.ts';
import { lockVisible } from '../../platform/records/lock-visible.ts';
import { byId, ofMerchant, visible, visibleInTenant } from '../../platform/records/scope.ts';
import { batchNeedsApproval } from './batch-threshold.ts';
import { inWords } from './row-words.ts';

/** The merchants of batches `c`, and the fund that stands behind each. */
const batchJoins = raw(`
  JOIN merchants m ON m.tenant_id = c.tenant_id AND m.id = c.merchant_id
  LEFT JOIN fund_accounts f ON f.tenant_id = c.tenant_id AND f.kind = 'ENTERPRISE'
    AND f.company_id = coalesce(m.company_id, (SELECT t.id FROM companies t WHERE t.tenant_id = c.tenant_id AND t.parent_id IS NULL
      ORDER BY t.created_at, t.id LIMIT 1))`);

/** JSON of a batch, as its viewer has it. */
function batchJson(viewer: Viewer): Sql {
  return sql`json_build_object('id', c.id, 'batchNo', c.batch_no, 'merchant', ${named('m')},
  'fileName', c.file_name, 'sha256', c.sha256, 'sameAsBatchNo', c.same_as_batch_no, 'state', c.state, 'reason', c.reason,
  'total', c.total, 'changed', c.changed, 'unchanged', c.unchanged, 'failed', c.failed, 'done', c.done,
  'increaseAmount', c.increase_amount, 'decreaseAmount', c.decrease_amount,
  'differenceAmount', c.increase_amount - c.decrease_amount, 'fundBalance', coalesce(f.balance - f.frozen, 0),
  'undoneAmount', c.undone_amount, 'needsApproval', ${batchNeedsApproval(viewer)}, 'jobId', c.job_id, 'message', c.message, 'version', c.version,
  'createdAt', ${iso('c.created_at')}, 'createdBy', c.created_by, 'updatedAt', ${iso('c.updated_at')}, 'updatedBy', c.updated_by)`;
}

/** The batches that one may see. */
export const batches = listOf(contract.queryBatch, {
  from: 'limit_batches',
  alias: 'c',
  ofTenants: true,
  scope: visible,
  filters: {
    tenantId: hasId('c.tenant_id'),
    merchantId: (id, { session }) => ofMerchant(session, 'c', id),
    state: oneOf('c.state'),
    createdFrom: fromDay('c.created_at'),
    createdTo: untilDay('c.created_at'),
  },
  sort: {
    createdAt: { column: 'c.created_at', type: 'timestamptz' },
    differenceAmount: { column: 'c.increase_amount - c.decrease_amount', type: 'bigint' },
    state: { column: valueRank('c.state', limitBatchStates), type: 'int' },
  },
  usual: ['createdAt', 'desc'],
  joins: batchJoins,
  row: batchJson,
});

/** Any of them by what is typed. */
export const foundBatches = findIn(batches, {
  kind: 'limitBatch',
  by: [numbered('c.batch_no')],
  number: 'c.batch_no',
  title: `(SELECT m.name FROM merchants m WHERE m.tenant_id = c.tenant_id AND m.id = c.merchant_id)`,
  state: ['c.state', limitBatchStateWords],
  amount: 'c.increase_amount - c.decrease_amount',
});

/** What they come to. */
export const sumBatch = sumOf(batches, {
  increaseAmount: sql`c.increase_amount`,
  decreaseAmount: sql`-c.decrease_amount`,
  differenceAmount: sql`c.increase_amount - c.decrease_amount`,
});

/** One batch as the wire has it; throws 406 when the caller can't see it. */
export async function batchOf(client: Queryable, viewer: Viewer, id: string): Promise<LimitBatch> {
  const [found] = await rowsOf<{ batch: LimitBatch }>(
    client,
    sql`SELECT ${batchJson(viewer)} AS batch FROM limit_batches c ${batchJoins} WHERE ${byId(viewer.session, 'c', id)} AND ${visible(viewer.session, 'c')}`,
  );
  if (!found) throw recordMissing();
  return found.batch;
}

/** The key of a batch; throws 406 when the caller can't see it. */
export async function keyOfBatch(
  client: Queryable,
  session: Session,
  id: string,
): Promise<{ tenantId: string; id: string }> {
  const [key] = await rowsOf<{ tenantId: string; id: string }>(
    client,
    sql`SELECT c.tenant_id AS "tenantId", c.id FROM limit_batches c WHERE ${byId(session, 'c', id)} AND ${visible(session, 'c')}`,
  );
  if (!key) throw recordMissing();
  return key;
}

/** Locks a batch that the caller may see, and makes sure that it is the version they saw. */
export async function lockBatch(
  tx: Transaction,
  session: Session,
  id: string,
  version: number,
): Promise<BatchRecord> {
  const batch = await tx.limitBatch.findUniqueOrThrow({
    where: { tenantId_id: await lockVisible(tx, session, 'limit_batches', id) },
  });
  if (batch.version !== version) throw staleVersion();
  return batch;
}

/** The rows of a batch, in the order of the sheet. */
export const batchRows = listOf(contract.queryBatchRow, {
  from: 'limit_batch_rows',
  alias: 'c',
  primaryKey: ['tenant_id', 'batch_id', 'row_no'],
  // A row's number is its own within the batch: nothing has to end ties, and the primary key is in this order.
  id: 'batch_id',
  scope: visibleInTenant,
  filters: {
    batchId: (id, { session }) =>
      sql`c.tenant_id = (SELECT b.tenant_id FROM limit_batches b WHERE ${byId(session, 'b', id)}) AND c.batch_id = ${id}::uuid`,
    state: oneOf('c.state'),
  },
  sort: { rowNo: { column: 'c.row_no', type: 'int' } },
  usual: ['rowNo', 'asc'],
  row: ({
    request,
  }) => sql`json_build_object('id', c.id, 'rowNo', c.row_no, 'employeeNo', c.employee_no, 'employeeName', c.employee_name,
    'presentLimit', c.present_limit, 'newLimit', c.new_limit, 'differenceLimit', c.new_limit - c.present_limit,
    'state', c.state, 'message', ${inWords(request.language)}, 'finishedAt', ${iso('c.finished_at')})`,
});
