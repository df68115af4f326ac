import type {
  LimitBatch,
  LimitBatchRow,
  limitBatchRowStates,
  limitBatchStates,
} from '@xyxlx/contracts/bill-change';
import type { LimitBatch as BatchRecord } from '@xyxlx/database/client/client';
import type pg from 'pg';
import { recordMissing, staleVersion } from '../../core/errors.ts';
import type { Language } from '../../core/language.ts';
import type { Session } from '../../core/session.ts';
import {
  allOf,
  empty,
  iso,
  named,
  type Queryable,
  raw,
  rowsOf,
  type Sql,
  sql,
  withinDays,
} from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import type { JsonText } from '../../platform/lists/json-text.ts';
import { type KeysetPage, keysetPage } from '../../platform/lists/paged-list.ts';
import { lockVisible } from '../../platform/records/lock-visible.ts';
import { byId, ofMerchant, visible } from '../../platform/records/scope.ts';
import { batchNeedsApproval, type Viewer } from './batch-threshold.ts';
import { inWords } from './row-words.ts';

/** Batches `c` with their merchants and the fund that stands behind each. */
export const batchesFrom = raw(`limit_batches c
  JOIN merchants m ON m.tenant_id = c.tenant_id AND m.id = c.merchant_id
  LEFT JOIN fund_accounts f ON f.tenant_id = c.tenant_id AND f.kind = 'ENTERPRISE'
    AND f.company_id = coalesce(m.company_id, (SELECT t.id FROM companies t WHERE t.tenant_id = c.tenant_id AND t.parent_id IS NULL
      ORDER BY t.created_at, t.id LIMIT 1))`);

/** JSON of a batch, as its viewer has it. */
export function batchJson(viewer: Viewer): Sql {
  return sql`json_build_object('id', c.id, 'batchNo', c.batch_no, 'merchant', ${named('m')},
  'fileName', c.file_name, 'sha256', c.sha256, 'sameAsBatchNo', c.same_as_batch_no, 'state', c.state, 'reason', c.reason,
  'total', c.total, 'changed', c.changed, 'unchanged', c.unchanged, 'failed', c.failed, 'done', c.done,
  'increaseAmount', c.increase_amount, 'decreaseAmount', c.decrease_amount,
  'differenceAmount', c.increase_amount - c.decrease_amount, 'fundBalance', coalesce(f.balance - f.frozen, 0),
  'undoneAmount', c.undone_amount, 'needsApproval', ${batchNeedsApproval(viewer)}, 'jobId', c.job_id, 'message', c.message, 'version', c.version,
  'createdAt', ${iso('c.created_at')}, 'createdBy', c.created_by, 'updatedAt', ${iso('c.updated_at')}, 'updatedBy', c.updated_by)`;
}

/** What a list of batches is cut down to: the caller's scope, and the filters. */
export function batchesWhere(
  session: Session,
  {
    merchantId,
    state,
    createdFrom,
    createdTo,
  }: {
    merchantId?: string | undefined;
    state?: (typeof limitBatchStates)[number][] | undefined;
    createdFrom?: string | undefined;
    createdTo?: string | undefined;
  },
): Sql {
  return allOf([
    visible(session, 'c'),
    merchantId && ofMerchant(session, 'c', merchantId),
    state && sql`c.state::text = ANY(${state}::text[])`,
    withinDays('c.created_at', createdFrom, createdTo),
  ]);
}

/** One batch as the wire has it; throws 406 when the caller can't see it. */
export async function batchOf(client: Queryable, viewer: Viewer, id: string): Promise<LimitBatch> {
  const [found] = await rowsOf<{ batch: LimitBatch }>(
    client,
    sql`SELECT ${batchJson(viewer)} AS batch FROM ${batchesFrom} WHERE ${byId(viewer.session, 'c', id)} AND ${visible(viewer.session, 'c')}`,
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

/** A page of a batch's rows in the order of the sheet. */
export async function batchRows(
  pool: pg.Pool,
  { tenantId, id: batchId }: { tenantId: string; id: string },
  state: (typeof limitBatchRowStates)[number][] | undefined,
  language: Language,
  page: { pageNum: number; pageSize: number; cursor?: string | undefined; descending: boolean },
): Promise<JsonText<KeysetPage<LimitBatchRow>>> {
  const ofBatch = sql`c.tenant_id = ${tenantId}::uuid AND c.batch_id = ${batchId}::uuid`;
  return keysetPage(
    pool,
    {
      table: 'limit_batch_rows',
      alias: 'c',
      key: { column: 'row_no', type: 'int' },
      descending: page.descending,
      where: allOf([ofBatch, state && sql`c.state::text = ANY(${state}::text[])`]),
      again: sql`${ofBatch} AND c.row_no = page.key`,
      joins: empty,
      row: sql`json_build_object('id', c.id, 'rowNo', c.row_no, 'employeeNo', c.employee_no, 'employeeName', c.employee_name,
        'presentLimit', c.present_limit, 'newLimit', c.new_limit, 'differenceLimit', c.new_limit - c.present_limit,
        'state', c.state, 'message', ${inWords(language)}, 'finishedAt', ${iso('c.finished_at')})`,
    },
    page,
  );
}
