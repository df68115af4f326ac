import type { RiskSubject } from '@xyxlx/contracts/compliance-kinds';
import { type Queryable, raw, rowsOf, type Sql, sql } from '../../../platform/db/sql.ts';

/** Where subjects of a kind stand, with their tenant, id and name as `s`. */
const sources: Record<RiskSubject, { from: string; id: string; name: string }> = {
  EMPLOYEE: { from: 'employees s', id: 's.id', name: `s.name || ' ' || s.employee_no` },
  CARD: { from: 'cards s', id: 's.id', name: 's.card_no' },
  PAYEE: { from: 'merchants s', id: 's.id', name: 's.name' },
  MERCHANT: { from: 'merchants s', id: 's.id', name: 's.name' },
  COMPANY: { from: 'companies s', id: 's.id', name: 's.name' },
  OPERATOR: { from: 'memberships s JOIN users u ON u.id = s.user_id', id: 's.user_id', name: 'u.name' },
};

/** SQL of what the subject of a row is called now, its type and id being `subject_type` and `subject_id` of `alias`. */
export function subjectName(alias: string): Sql {
  const cases = Object.entries(sources).map(
    ([type, { from, id, name }]) =>
      `WHEN '${type}' THEN (SELECT ${name} FROM ${from} WHERE s.tenant_id = ${alias}.tenant_id AND ${id} = ${alias}.subject_id LIMIT 1)`,
  );
  return raw(`coalesce(CASE ${alias}.subject_type ${cases.join(' ')} END, ${alias}.subject_id::text)`);
}

/** What a subject of a tenant is called; null where there is none. */
export async function nameOfSubject(
  client: Queryable,
  tenantId: string,
  type: RiskSubject,
  subjectId: string,
): Promise<string | null> {
  const { from, id, name } = sources[type];
  const [found] = await rowsOf<{ name: string }>(
    client,
    sql`SELECT ${raw(name)} AS name FROM ${raw(from)} WHERE s.tenant_id = ${tenantId}::uuid AND ${raw(id)} = ${subjectId}::uuid`,
  );
  return found?.name ?? null;
}
