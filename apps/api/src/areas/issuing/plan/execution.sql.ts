import { execution as contract, type IssueExecution } from '@xyxlx/contracts/issue-execution';
import { recordMissing } from '../../../core/errors.ts';
import type { Language } from '../../../core/language.ts';
import { type Queryable, rowsOf, sql } from '../../../platform/db/sql.ts';
import { hasId, oneOf } from '../../../platform/lists/conditions.ts';
import { listOf, type Viewer } from '../../../platform/lists/list.ts';
import { byId, ofMerchant, visible } from '../../../platform/records/scope.ts';
import { batchFields, batchJoins, batchRows, ofPlan } from '../batch.sql.ts';

/** The runs of plans that one may see. */
export const executions = listOf(contract.queryExecution, {
  from: 'issue_batches',
  alias: 'c',
  ofTenants: true,
  scope: (session, alias) => sql`${visible(session, alias)} AND c.plan_id IS NOT NULL`,
  filters: {
    tenantId: hasId('c.tenant_id'),
    merchantId: (id, { session }) => ofMerchant(session, 'c', id),
    planId: ofPlan,
    state: oneOf('c.state'),
    runFrom: (day) => sql`c.run_on >= ${day}::date`,
    runTo: (day) => sql`c.run_on <= ${day}::date`,
  },
  sort: { createdAt: { column: 'c.created_at', type: 'timestamptz' } },
  usual: ['createdAt', 'desc'],
  joins: batchJoins,
  row: ({ request }) => sql`json_build_object(${batchFields(request.language)})`,
});

/** One run as lists show it; throws 406 when the caller can't see it. */
export async function executionOf(
  client: Queryable,
  { session, request }: Pick<Viewer, 'session'> & { request: { language: Language } },
  id: string,
): Promise<IssueExecution> {
  const [row] = await rowsOf<{ run: IssueExecution }>(
    client,
    sql`SELECT json_build_object(${batchFields(request.language)}) AS run FROM issue_batches c ${batchJoins}
        WHERE ${byId(session, 'c', id)} AND ${visible(session, 'c')} AND c.plan_id IS NOT NULL`,
  );
  if (!row) throw recordMissing();
  return row.run;
}

/** The rows of a run, in their order. */
export const executionRows = { ...batchRows, endpoint: contract.queryExecutionRow };
