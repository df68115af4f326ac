import { type RiskExpression, riskExpression } from '@xyxlx/contracts/compliance-expression';
import type { RiskSeverity } from '@xyxlx/contracts/compliance-kinds';
import { type Queryable, rowsOf, sql } from '../../../platform/db/sql.ts';

/** A version that looks for something in a tenant. */
export interface BatchVersion {
  id: string;
  ruleId: string;
  score: number;
  severity: RiskSeverity;
  shadow: boolean;
  expression: RiskExpression;
  /** Up to where it has looked; null: nowhere yet. */
  lookedTo: Date | null;
}

/** The running versions of a tenant that can be read. */
export async function runningVersions(client: Queryable, tenantId: string): Promise<BatchVersion[]> {
  const rows = await rowsOf<Omit<BatchVersion, 'expression'> & { expression: unknown }>(
    client,
    sql`SELECT v.id, v.rule_id AS "ruleId", v.score, v.severity, v.state <> 'ENABLED' AS shadow, v.expression,
          (SELECT max(n.to_at) FROM risk_runs n WHERE n.tenant_id = ${tenantId}::uuid AND n.version_id = v.id) AS "lookedTo"
        FROM risk_rule_versions v WHERE v.tenant_id = ${tenantId}::uuid AND v.state IN ('SHADOW', 'SUBMITTED', 'ENABLED') ORDER BY v.id`,
  );
  return rows.flatMap(({ expression, ...row }) => {
    const { data } = riskExpression.safeParse(expression);
    return data ? [{ ...row, expression: data }] : [];
  });
}
