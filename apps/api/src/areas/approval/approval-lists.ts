import { type ApprovalRow, approvalStateWords, approval as contract } from '@xyxlx/contracts/approval';
import type { Call } from '../../core/call.ts';
import type { Session } from '../../core/session.ts';
import { visibleApprovals, waitingFor } from '../../platform/approval/approval-scope.ts';
import { withVisitors } from '../../platform/approval/visitor.ts';
import { anywhere, sql } from '../../platform/db/sql.ts';
import { fromDay, hasId, oneOf, untilDay } from '../../platform/lists/conditions.ts';
import { findIn, labelled } from '../../platform/lists/find.ts';
import { listOf } from '../../platform/lists/list.ts';
import { inPageOrder, keyRow, type OfTenant, type PageKey } from '../../platform/lists/page-keys.ts';
import { sumOf } from '../../platform/lists/sum-list.ts';
import { keysOf } from '../../platform/records/lock-visible.ts';
import { presentApproval } from './present-approval.ts';

const filters = {
  tenantId: hasId('a.tenant_id'),
  subjectType: (type: string) => sql`a.subject_type = ${type}`,
  keyword: (text: string) => sql`a.subject_label ILIKE ${anywhere(text)}`,
  from: fromDay('a.created_at'),
  to: untilDay('a.created_at'),
};

// What has no amount, and what is not decided yet, counts as more and later than all that has.
const sort = {
  createdAt: { column: 'a.created_at', type: 'timestamptz' },
  amount: { column: 'coalesce(a.amount, 9223372036854775807)', type: 'bigint' },
  decidedAt: { column: `coalesce(a.decided_at, 'infinity')`, type: 'timestamptz' },
} as const;

/** The approvals that one may see. */
export const approvals = listOf(contract.queryApproval, {
  from: 'approvals',
  alias: 'a',
  ofTenants: true,
  scope: visibleApprovals,
  filters: {
    ...filters,
    state: oneOf('a.state'),
    subjectId: hasId('a.subject_id'),
    mine: (part, { session }) =>
      part === 'made'
        ? sql`a.maker_id = ${session.userId}::uuid`
        : sql`a.checker_id = ${session.userId}::uuid`,
  },
  sort,
  usual: ['createdAt', 'desc'],
  row: keyRow('a'),
  present: readApprovals,
});

/** Any of them by what is typed. */
export const foundApprovals = findIn(approvals, {
  kind: 'approval',
  by: [labelled('a.subject_label')],
  number: 'a.subject_label',
  title: 'a.subject_type',
  state: ['a.state', approvalStateWords],
  amount: 'a.amount',
  titleOf: (type, { deps, request }) => deps.registry.approvals.get(type)?.label[request.language] ?? type,
});

/** What waits for one's decision. */
export const todos = listOf(contract.queryTodo, {
  from: 'approvals',
  alias: 'a',
  ofTenants: true,
  scope: (session, alias, { registry }) => waitingFor(session, registry.approvals.values(), alias),
  filters,
  sort,
  usual: ['createdAt', 'desc'],
  row: keyRow('a'),
  present: readApprovals,
});

/** How much of it there is, and what it comes to; what moves no money counts nothing. */
export const sumTodo = sumOf(todos, { amount: sql`a.amount` });

async function readApprovals(
  keys: (PageKey & OfTenant)[],
  { session, request, deps }: Call<unknown, Session>,
): Promise<(ApprovalRow & OfTenant)[]> {
  const rows = await deps.database.prisma.approval.findMany({ where: keysOf(keys), include: withVisitors });
  const tenants = new Map(keys.map(({ id, tenant }) => [id, tenant]));
  return inPageOrder(keys, rows).map((row) => ({
    ...presentApproval(deps, row, session, request.language),
    tenant: tenants.get(row.id) ?? null,
  }));
}
