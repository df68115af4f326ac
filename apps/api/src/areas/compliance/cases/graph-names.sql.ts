import type { CaseGraph } from '@xyxlx/contracts/compliance-graph';
import { type Queryable, rowsOf, sql } from '../../../platform/db/sql.ts';
import type { Picked } from './case-graph.ts';

type Named = Pick<CaseGraph['payers'][number], 'name' | 'holder'>;

/** What those in a graph are called, by their ids: people by their number and the first character of their name. */
export async function namesOf(
  client: Queryable,
  tenantId: string,
  { payers, payeeIds }: Picked,
): Promise<Map<string, Named>> {
  const tenant = sql`${tenantId}::uuid`;
  const ids = (isCard: boolean) => payers.flatMap((one) => (one.isCard === isCard ? one.id : []));
  const person = sql`e.employee_no || ' ' || left(e.name, 1) || '**'`;
  const rows = await rowsOf<{ id: string } & Named>(
    client,
    sql`SELECT e.id, ${person} AS name, NULL::json AS holder FROM employees e
          WHERE e.tenant_id = ${tenant} AND e.id = ANY (${ids(false)}::uuid[])
        UNION ALL SELECT k.id, k.card_no || ' **** ' || k.last_four,
            CASE WHEN e.id IS NOT NULL THEN json_build_object('id', e.id, 'name', ${person}) END
          FROM cards k LEFT JOIN employees e ON e.tenant_id = ${tenant} AND e.id = k.employee_id
          WHERE k.tenant_id = ${tenant} AND k.id = ANY (${ids(true)}::uuid[])
        UNION ALL SELECT m.id, m.name, NULL FROM merchants m WHERE m.tenant_id = ${tenant} AND m.id = ANY (${payeeIds}::uuid[])`,
  );
  return new Map(rows.map(({ id, ...named }) => [id, named]));
}
