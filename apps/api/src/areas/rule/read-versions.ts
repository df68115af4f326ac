import { type Condition, isCap } from '@xyxlx/contracts/rule-condition';
import { type Queryable, rowsOf, type Sql, sql } from '../../platform/db/sql.ts';
import type { Rule, Version } from './judge/facts.ts';

/** What a version says, its conditions in the order in which they were written. */
export interface WrittenVersion extends Omit<Version, 'rules'> {
  rules: { key: string; seq: number; conditions: Condition[] }[];
}

const written = sql`json_build_object('institution', json_build_object('id', i.id, 'code', i.code, 'name', i.name),
  'id', v.id, 'no', v.no, 'priority', v.priority, 'excess', v.excess, 'categories', v.categories, 'validFrom', v.valid_from,
  'validTo', v.valid_to,
  'scopes', (SELECT coalesce(json_agg(json_build_object('kind', l.kind, 'excluded', l.excluded, 'values', l.named) ORDER BY l.seq), '[]')
    FROM (SELECT s.seq, s.kind, s.excluded, coalesce(array_agg(coalesce(s.company_id, s.merchant_id, s.department_id, s.employee_id)::text)
        FILTER (WHERE s.kind IN ('COMPANY', 'MERCHANT', 'DEPARTMENT', 'EMPLOYEE')), array_remove(array_agg(s.value), NULL)) AS named
      FROM institution_scopes s WHERE s.tenant_id = v.tenant_id AND s.version_id = v.id GROUP BY 1, 2, 3) l),
  'rules', (SELECT json_agg(json_build_object('key', r.key, 'seq', r.seq,
      'conditions', (SELECT coalesce(json_agg(json_build_object('factor', c.factor, 'operator', c.operator, 'value', c.value) ORDER BY c.seq), '[]')
        FROM rule_conditions c WHERE c.tenant_id = r.tenant_id AND c.version_id = r.version_id AND c.rule_seq = r.seq)) ORDER BY r.seq)
    FROM usage_rules r WHERE r.tenant_id = v.tenant_id AND r.version_id = v.id))`;

/** The versions `v` of 制度 `i` of a tenant that the condition leaves, as the judge has them. */
export async function readVersions(client: Queryable, tenantId: string, which: Sql): Promise<Version[]> {
  const versions = await readWrittenVersions(client, tenantId, which);
  return versions.map((version) => ({ ...version, rules: version.rules.map(ruleOf) }));
}

/** As `readVersions`, as they were written. */
export async function readWrittenVersions(
  client: Queryable,
  tenantId: string,
  which: Sql,
): Promise<WrittenVersion[]> {
  const rows = await rowsOf<{ version: WrittenVersion }>(
    client,
    sql`SELECT ${written} AS version FROM institution_versions v
        JOIN institutions i ON i.tenant_id = v.tenant_id AND i.id = v.institution_id
        WHERE v.tenant_id = ${tenantId}::uuid AND ${which}`,
  );
  return rows.map(({ version }) => version);
}

function ruleOf({ key, seq, conditions }: WrittenVersion['rules'][number]): Rule {
  return {
    key,
    seq,
    matches: conditions.filter((one) => !isCap(one)),
    caps: conditions.filter(isCap),
  };
}
