import { named, type Sql, sql } from '../../../platform/db/sql.ts';

/** SQL of the merchants of a tenant that the filters of expressions name, as JSON; `expressions` selects a column `expression`. */
export function payeesNamed(tenantId: Sql, expressions: Sql): Sql {
  return sql`SELECT coalesce(json_agg(${named('m')} ORDER BY m.name, m.id), '[]') FROM merchants m
    WHERE m.tenant_id = ${tenantId} AND m.id IN (
      SELECT (jsonb_path_query(x.expression, '$.**?(@.field == "payee").value[*]') #>> '{}')::uuid FROM (${expressions}) x)`;
}
