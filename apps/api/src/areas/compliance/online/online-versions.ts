import { type RiskExpression, riskExpression } from '@xyxlx/contracts/compliance-expression';
import type { RiskAction, RiskSeverity } from '@xyxlx/contracts/compliance-kinds';
import { rowsOf, sql } from '../../../platform/db/sql.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';

/** A running version, as what it finds is written by. */
export interface RunningVersion {
  id: string;
  ruleId: string;
  score: number;
  severity: RiskSeverity;
  action: RiskAction;
  /** What it finds has no effect. */
  shadow: boolean;
}

/** One that payments ask themselves; without an expression it could not be read. */
export interface OnlineVersion extends RunningVersion {
  expression: RiskExpression | null;
}

/** What versions say, by their ids: one that runs never changes. Of the process, and no longer than this many. */
const known = new Map<string, RiskExpression | null>();
const mostKnown = 2_000;

/** The versions of a tenant that payments ask, with what they say. */
export async function onlineVersions(
  tx: Transaction,
  tenantId: string,
  running: readonly RunningVersion[],
): Promise<OnlineVersion[]> {
  const missing = running.filter(({ id }) => !known.has(id)).map(({ id }) => id);
  if (missing.length > 0) {
    const rows = await rowsOf<{ id: string; expression: unknown }>(
      tx,
      sql`SELECT v.id, v.expression FROM risk_rule_versions v WHERE v.tenant_id = ${tenantId}::uuid AND v.id = ANY(${missing}::uuid[])`,
    );
    if (known.size > mostKnown) known.clear();
    for (const { id, expression } of rows) known.set(id, riskExpression.safeParse(expression).data ?? null);
  }
  return running.map((version) => ({ ...version, expression: known.get(version.id) ?? null }));
}
