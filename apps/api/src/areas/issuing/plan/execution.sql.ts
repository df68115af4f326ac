import { execution as contract, type IssueExecution } from '@xyxlx/contracts/issue-execution';
import { recordMissing } from '../../../core/errors.ts';
import type { Language } from '../../../core/language.ts';
import { iso, type Queryable, rowsOf, type Sql, sql } from '../../../platform/db/sql.ts';
import { hasId, oneOf } from '../../../platform/lists/conditions.ts';
import { listOf, type Viewer } from '../../../platform/lists/list.ts';
import { byId, ofMerchant, visible } from '../../../platform/records/scope.ts';
import { batchFields, batchJoins, batchRows } from '../batch.sql.ts';

const joins = sql`${batchJoins} LEFT JOIN issue_plans p ON p.tenant_id = c.tenant_id AND p.id = c.plan_id`;

function executionFields(language: Language): Sql {
  return sql`${batchFields(language)}, 'plan', json_build_object('id', p.id, 'code', p.code, 'name', p.name), 'planVersion', c.plan_version,
    'runOn', c.run_on, 'plannedAt', ${iso('c.planned_at')}, 'period', c.period`;
}

/** The runs of plans that one may see. */
export const executions = listOf(contract.queryExecution, {
  from: 'issue_batches',
  alias: 'c',
  ofTenants: true,
  scope: (session, alias) => sql`${visible(session, alias)} AND c.plan_id IS NOT NULL`,
  filters: {
    tenantId: hasId('c.tenant_id'),
    merchantId: (id, { session }) => ofMerchant(session, 'c', id),
    planId: (id, { session }) =>
      sql`c.tenant_id = (SELECT o.tenant_id FROM issue_plans o WHERE ${byId(session, 'o', id)}) AND c.plan_id = ${id}::uuid`,
    state: oneOf('c.state'),
    runFrom: (day) => sql`c.run_on >= ${day}::date`,
    runTo: (day) => sql`c.run_on <= ${day}::date`,
  },
  sort: { createdAt: { column: 'c.created_at', type: 'timestamptz' } },
  usual: ['createdAt', 'desc'],
  joins,
  row: ({ request }) => sql`json_build_object(${executionFields(request.language)})`,
});

/** One run as lists show it; throws 406 when the caller can't see it. */
export async function executionOf(
  client: Queryable,
  { session, request }: Pick<Viewer, 'session'> & { request: { language: Language } },
  id: string,
): Promise<IssueExecution> {
  const [row] = await rowsOf<{ run: IssueExecution }>(
    client,
    sql`SELECT json_build_object(${executionFields(request.language)}) AS run FROM issue_batches c ${joins}
        WHERE ${byId(session, 'c', id)} AND ${visible(session, 'c')} AND c.plan_id IS NOT NULL`,
  );
  if (!row) throw recordMissing();
  return row.run;
}

/** The rows of a run, in their order. */
export const executionRows = { ...batchRows, endpoint: contract.queryExecutionRow };
