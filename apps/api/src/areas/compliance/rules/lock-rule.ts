import type { RiskRule, RiskRuleVersion } from '@xyxlx/database/client/client';
import { recordMissing, refuseStale } from '../../../core/errors.ts';
import { rowsOf, sql } from '../../../platform/db/sql.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';

/** A rule that nobody else changes meanwhile, with its versions, the newest first. */
export interface LockedRule extends RiskRule {
  versions: RiskRuleVersion[];
}

/** Locks a rule of a tenant; throws 406 when there is none, or somebody has changed it since the caller saw it. */
export async function lockRule(
  tx: Transaction,
  tenantId: string,
  { id, version }: { id: string; version?: number },
): Promise<LockedRule> {
  await rowsOf(
    tx,
    sql`SELECT FROM risk_rules r WHERE r.tenant_id = ${tenantId}::uuid AND r.id = ${id}::uuid FOR NO KEY UPDATE`,
  );
  const found = await tx.riskRule.findUnique({ where: { tenantId_id: { tenantId, id } } });
  if (!found) throw recordMissing();
  refuseStale(found, version);
  const versions = await tx.riskRuleVersion.findMany({
    where: { tenantId, ruleId: id },
    orderBy: { no: 'desc' },
  });
  return { ...found, versions };
}

/** As `lockRule` for the rule of a version, which is returned beside it; `version` is the rule's. */
export async function lockVersion(
  tx: Transaction,
  tenantId: string,
  { id, version }: { id: string; version: number },
): Promise<{ rule: LockedRule; found: RiskRuleVersion }> {
  const one = await tx.riskRuleVersion.findUnique({ where: { tenantId_id: { tenantId, id } } });
  if (!one) throw recordMissing();
  const rule = await lockRule(tx, tenantId, { id: one.ruleId, version });
  const found = rule.versions.find((other) => other.id === id);
  if (!found) throw recordMissing();
  return { rule, found };
}
