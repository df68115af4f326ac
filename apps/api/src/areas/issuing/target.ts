import type { IssueTarget } from '@xyxlx/contracts/issue';
import { type Queryable, type Sql, sql } from '../../platform/db/sql.ts';
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
