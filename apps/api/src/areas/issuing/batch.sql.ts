import { creditLimit as contract, type IssueBatchRecord } from '@xyxlx/contracts/issue';
import { issueBatchStates, issueBatchStateWords } from '@xyxlx/contracts/issue-kinds';
import { recordMissing } from '../../core/errors.ts';
import type { Language } from '../../core/language.ts';
import { anywhere, iso, named, type Queryable, raw, rowsOf, type Sql, sql } from '../../platform/db/sql.ts';
import { companyBehindSql } from '../../platform/fund/fund.ts';
import { fromDay, hasId, oneOf, untilDay } from '../../platform/lists/conditions.ts';
import { findIn, numbered } from '../../platform/lists/find.ts';
import { listOf, type Viewer } from '../../platform/lists/list.ts';
import { sumOf } from '../../platform/lists/sum-list.ts';
import { valueRank } from '../../platform/lists/value-rank.ts';
import { mustSee } from '../../platform/records/must-see.ts';
import { byId, ofMerchant, visible, visibleInTenant } from '../../platform/records/scope.ts';
import { batchInWords } from './batch-words.ts';
import { issueNeedsApproval } from './issue-threshold.ts';
import { inWords } from './row-words.ts';

export const batchJoins = raw(`
  JOIN merchants m ON m.tenant_id = c.tenant_id AND m.id = c.merchant_id
  LEFT JOIN institutions i ON i.tenant_id = c.tenant_id AND i.id = c.institution_id
  LEFT JOIN issue_plans p ON p.tenant_id = c.tenant_id AND p.id = c.plan_id`);

/** JSON fields of a batch `c`. */
export function batchFields(language: Language): Sql {
  return sql`'id', c.id, 'batchNo', c.batch_no, 'name', c.name, 'kind', c.kind, 'merchant', ${named('m')},
  'institution', ${named('i')}, 'state', c.state, 'reason', c.reason, 'fileName', c.file_name, 'effectiveOn', c.effective_on,
  'lastDay', c.last_day, 'total', c.total, 'done', c.done, 'failed', c.failed, 'amount', c.amount, 'doneAmount', c.done_amount,
  'takenBackAmount', c.taken_back_amount,
  'heldAmount', coalesce((SELECT h.amount - h.used FROM fund_holds h WHERE h.tenant_id = c.tenant_id AND h.source_type = 'issueBatch'
    AND h.source_id = c.id AND h.state = 'HELD'), 0),
  'message', ${batchInWords(language)}, 'jobId', c.job_id,
  'startedAt', ${iso('c.started_at')}, 'plan', CASE WHEN p.id IS NOT NULL THEN json_build_object('id', p.id, 'code', p.code, 'name', p.name) END,
  'planVersion', c.plan_version, 'runOn', c.run_on, 'plannedAt', ${iso('c.planned_at')}, 'period', c.period, 'version', c.version, 'createdAt', ${iso('c.created_at')}, 'createdBy', c.created_by,
  'updatedAt', ${iso('c.updated_at')}, 'updatedBy', c.updated_by`;
}

/** The runs of a plan. The plan says the tenant, whose index has them by plan. */
export function ofPlan(id: string, { session }: Viewer): Sql {
  return sql`c.tenant_id = (SELECT o.tenant_id FROM issue_plans o WHERE ${byId(session, 'o', id)}) AND c.plan_id = ${id}::uuid`;
}

/** The batches that one may see. */
export const batches = listOf(contract.queryIssue, {
  from: 'issue_batches',
  alias: 'c',
  ofTenants: true,
  scope: visible,
  filters: {
    tenantId: hasId('c.tenant_id'),
    merchantId: (id, { session }) => ofMerchant(session, 'c', id),
    planId: ofPlan,
    keyword: (text) => sql`(c.batch_no ILIKE ${anywhere(text)} OR c.name ILIKE ${anywhere(text)})`,
    state: oneOf('c.state'),
    createdFrom: fromDay('c.created_at'),
    createdTo: untilDay('c.created_at'),
  },
  sort: {
    createdAt: { column: 'c.created_at', type: 'timestamptz' },
    amount: { column: 'c.amount', type: 'bigint' },
    state: { column: valueRank('c.state', issueBatchStates), type: 'int' },
  },
  usual: ['createdAt', 'desc'],
  joins: batchJoins,
  row: ({ request }) => sql`json_build_object(${batchFields(request.language)})`,
});

/** Any of them by what is typed. */
export const foundBatches = findIn(batches, {
  kind: 'issueBatch',
  by: [numbered('c.batch_no')],
  number: 'c.batch_no',
  title: 'c.name',
  state: ['c.state', issueBatchStateWords],
  amount: 'c.amount',
});

/** What they come to: asked for, issued, and taken back of that. */
export const sumIssue = sumOf(batches, {
  amount: sql`c.amount`,
  doneAmount: sql`c.done_amount`,
  takenBackAmount: sql`c.taken_back_amount`,
});

/** One batch as lists show it; throws 406 when the caller can't see it. */
export async function batchOf(client: Queryable, viewer: Asker, id: string): Promise<IssueBatchRecord> {
  return found(client, viewer, id, raw(''));
}

/** One batch with what its company's fund has free, in fen, and whether it would wait for a checker. */
export async function batchWithFund(
  client: Queryable,
  viewer: Asker,
  id: string,
): Promise<IssueBatchRecord & { fundFreeAmount: number; needsApproval: boolean }> {
  const company = companyBehindSql(sql`c.tenant_id`, sql`c.merchant_id`);
  return found(
    client,
    viewer,
    id,
    sql`, 'fundFreeAmount', coalesce((SELECT f.balance - f.frozen FROM fund_accounts f
      WHERE f.tenant_id = c.tenant_id AND f.kind = 'ENTERPRISE' AND f.company_id = ${company}), 0), 'needsApproval', ${issueNeedsApproval(viewer)}`,
  );
}

/** Who asks, and in which language. */
type Asker = Viewer & { request: { language: Language } };

async function found<Batch>(
  client: Queryable,
  { session, request }: Asker,
  id: string,
  more: Sql,
): Promise<Batch> {
  const [row] = await rowsOf<{ batch: Batch }>(
    client,
    sql`SELECT json_build_object(${batchFields(request.language)}${more}) AS batch FROM issue_batches c ${batchJoins}
        WHERE ${byId(session, 'c', id)} AND ${visible(session, 'c')}`,
  );
  if (!row) throw recordMissing();
  return row.batch;
}

/** Throws 406 when the caller can't see the batch. */
export function mustSeeBatch(client: Queryable, { session }: Viewer, id: string): Promise<void> {
  return mustSee(client, sql`issue_batches c WHERE ${byId(session, 'c', id)} AND ${visible(session, 'c')}`);
}

/** The rows of a batch, in their order. */
export const batchRows = listOf(contract.queryIssueRow, {
  from: 'issue_rows',
  alias: 'c',
  primaryKey: ['tenant_id', 'batch_id', 'row_no'],
  // A row's number is its own within the batch: nothing has to end ties, and the primary key is in this order.
  id: 'batch_id',
  scope: visibleInTenant,
  filters: {
    issueId: (id, { session }) =>
      sql`c.tenant_id = (SELECT b.tenant_id FROM issue_batches b WHERE ${byId(session, 'b', id)}) AND c.batch_id = ${id}::uuid`,
    state: oneOf('c.state'),
  },
  sort: { rowNo: { column: 'c.row_no', type: 'int' } },
  usual: ['rowNo', 'asc'],
  row: ({
    request,
  }) => sql`json_build_object('id', c.batch_id, 'rowNo', c.row_no, 'employeeNo', c.employee_no,
    'employeeName', c.employee_name, 'amount', c.amount, 'state', c.state, 'message', ${inWords(request.language)},
    'takenBackAmount', c.taken_back, 'finishedAt', ${iso('c.finished_at')})`,
});
