import type { IssueTarget } from '@xyxlx/contracts/issue';
import { recordMissing } from '../../core/errors.ts';
import { type Queryable, rowOf, type Sql, sql } from '../../platform/db/sql.ts';
import { belowOf, coveredBy } from '../rule/audience.ts';

/** SQL of whether an employee `e` is one of those that a target means at this moment, among the employees of a merchant. */
export async function meantBy(
  client: Queryable,
  { tenantId, merchantId }: { tenantId: string; merchantId: string },
  target: IssueTarget,
): Promise<Sql> {
  const values = 'ids' in target ? target.ids : 'values' in target ? target.values : [];
  const lines = [{ kind: target.by, excluded: false, values }];
  const covered = coveredBy(lines, await belowOf(client, tenantId, lines));
  return sql`e.tenant_id = ${tenantId}::uuid AND e.merchant_id = ${merchantId}::uuid AND ${covered}`;
}

/** Throws 406 where a target names somebody, or a department, of another merchant or tenant. */
export async function refuseOthers(
  client: Queryable,
  { tenantId, merchantId }: { tenantId: string; merchantId: string },
  target: IssueTarget,
): Promise<void> {
  if (target.by !== 'EMPLOYEE' && target.by !== 'DEPARTMENT') return;
  const ids = [...new Set(target.ids.map((id) => id.toLowerCase()))];
  const ours = sql`t.tenant_id = ${tenantId}::uuid AND t.merchant_id = ${merchantId}::uuid AND t.id = ANY(${ids}::uuid[])`;
  const { count } = await rowOf<{ count: number }>(
    client,
    target.by === 'EMPLOYEE'
      ? sql`SELECT count(*)::int AS count FROM employees t WHERE ${ours}`
      : sql`SELECT count(*)::int AS count FROM departments t WHERE ${ours}`,
  );
  if (count < ids.length) throw recordMissing();
}
