import { join, type Queryable, raw, rowsOf, type Sql, sql } from '../../platform/db/sql.ts';
import type { ScopeLine } from './judge/facts.ts';

/** Companies and departments with those below them, by the id at the top. */
type Below = ReadonlyMap<string, readonly string[]>;

/** Everything below the companies and departments that the lines name, themselves included. */
export async function belowOf(
  client: Queryable,
  tenantId: string,
  lines: readonly ScopeLine[],
): Promise<Below> {
  const named = (kind: ScopeLine['kind']) => [
    ...new Set(lines.filter((line) => line.kind === kind).flatMap(({ values }) => values)),
  ];
  const rows = await rowsOf<{ top: string; id: string }>(
    client,
    sql`
    WITH RECURSIVE company AS (
      SELECT id AS top, id FROM companies WHERE tenant_id = ${tenantId}::uuid AND id = ANY(${named('COMPANY')}::uuid[])
      UNION ALL SELECT company.top, c.id FROM company JOIN companies c ON c.tenant_id = ${tenantId}::uuid AND c.parent_id = company.id),
    department AS (
      SELECT id AS top, id, merchant_id FROM departments WHERE tenant_id = ${tenantId}::uuid AND id = ANY(${named('DEPARTMENT')}::uuid[])
      UNION ALL SELECT department.top, d.id, d.merchant_id FROM department
        JOIN departments d ON d.tenant_id = ${tenantId}::uuid AND d.merchant_id = department.merchant_id AND d.parent_id = department.id)
    SELECT top, id FROM company UNION ALL SELECT top, id FROM department`,
  );
  return new Map(
    [...Map.groupBy(rows, ({ top }) => top)].map(([top, found]) => [top, found.map(({ id }) => id)]),
  );
}

/** SQL of whether the lines cover an employee `e` of the merchant `m`: one includes them and none excludes them. */
export function coveredBy(lines: readonly ScopeLine[], below: Below): Sql {
  const included = named(
    lines.filter(({ excluded }) => !excluded),
    below,
  );
  const excluded = named(
    lines.filter((line) => line.excluded),
    below,
  );
  return sql`(${included} AND NOT ${excluded})`;
}

/** One condition for all lines of a kind, so that a long scope is as quick as a short one; kinds that no line names are not asked for. */
function named(lines: readonly ScopeLine[], below: Below): Sql {
  if (lines.some(({ kind }) => kind === 'ALL')) return sql`TRUE`;
  const of = (kind: ScopeLine['kind']) =>
    lines.filter((line) => line.kind === kind).flatMap(({ values }) => values);
  const withBelow = (kind: ScopeLine['kind']) => of(kind).flatMap((id) => below.get(id) ?? []);
  const [companies, departments] = [withBelow('COMPANY'), withBelow('DEPARTMENT')];
  const [merchants, employees] = [of('MERCHANT'), of('EMPLOYEE')];
  const [labels, grades] = [of('LABEL'), of('GRADE')];
  const conditions = [
    companies.length > 0 && sql`coalesce(m.company_id = ANY(${companies}::uuid[]), false)`,
    merchants.length > 0 && sql`e.merchant_id = ANY(${merchants}::uuid[])`,
    departments.length > 0 && sql`coalesce(e.department_id = ANY(${departments}::uuid[]), false)`,
    labels.length > 0 && sql`e.labels && ${labels}::text[]`,
    grades.length > 0 && sql`coalesce(e.grade = ANY(${grades}::text[]), false)`,
    employees.length > 0 && sql`coalesce(e.id = ANY(${employees}::uuid[]), false)`,
  ].filter((one) => one !== false);
  return conditions.length > 0 ? sql`(${join(conditions, ' OR ')})` : sql`FALSE`;
}

/** How many employees at work each of the scopes covers, in one reading of them. */
export async function countCovered(
  client: Queryable,
  tenantId: string,
  scopes: readonly (readonly ScopeLine[])[],
): Promise<number[]> {
  if (scopes.length === 0) return [];
  const below = await belowOf(client, tenantId, scopes.flat());
  const counts = scopes.map(
    (lines) => sql`coalesce(sum(e.people) FILTER (WHERE ${coveredBy(lines, below)}), 0)::int`,
  );
  const list = counts.reduce((all, one) => sql`${all}, ${one}`);
  const [row] = await rowsOf<{ counts: number[] }>(
    client,
    sql`SELECT ARRAY[${list}] AS counts FROM ${alikeAtWork(tenantId, scopes.flat())}`,
  );
  return row?.counts ?? [];
}

/**
 * SQL of the employees `e` at work of a tenant, of whom `seen` holds, with their merchants `m`: those of whom the lines ask the same are one
 * row, with how many they are (`people`). A scope is asked once for all of them: there are far fewer than people.
 */
export function alikeAtWork(tenantId: string, lines: readonly ScopeLine[], seen = sql`TRUE`): Sql {
  const asked = (kind: ScopeLine['kind']) => lines.some((line) => line.kind === kind);
  const named = lines.filter(({ kind }) => kind === 'EMPLOYEE').flatMap(({ values }) => values);
  const facts = [
    sql`e.merchant_id`,
    asked('DEPARTMENT') && sql`e.department_id`,
    asked('LABEL') && sql`e.labels`,
    asked('GRADE') && sql`e.grade`,
    named.length > 0 && sql`CASE WHEN e.id = ANY(${named}::uuid[]) THEN e.id END AS id`,
  ].filter((one) => one !== false);
  const places = raw(facts.map((_, place) => place + 1).join(', '));
  return sql`(SELECT ${join(facts, ', ')}, count(*) AS people FROM employees e
      WHERE e.tenant_id = ${tenantId}::uuid AND e.state = 'ACTIVE' AND ${seen} GROUP BY ${places}) e
    JOIN merchants m ON m.tenant_id = ${tenantId}::uuid AND m.id = e.merchant_id`;
}
