import type { RiskOutcome } from '@xyxlx/contracts/compliance-case-kinds';
import { positiveOutcomes } from '@xyxlx/contracts/compliance-case-kinds';
import type { RiskCase } from '@xyxlx/database/client/client';
import { sql } from '../../../platform/db/sql.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import { shanghaiDay } from '../../../platform/time/shanghai.ts';
import { type Stepper, stepCases } from './step-cases.ts';

/** What somebody says that a case turned out to be. */
export interface Verdict {
  outcome: RiskOutcome;
  reason: string;
  by: { id: string; name: string };
}

/** Closes a locked case: its hits get the outcome as their label, and the days count it. */
export async function settle(
  tx: Transaction,
  stepper: Stepper,
  row: RiskCase,
  { outcome, reason, by }: Verdict,
): Promise<void> {
  const { tenantId, id } = row;
  const { now } = stepper;
  await stepCases(tx, stepper, tenantId, [id], {
    ...{ action: 'CLOSED', to: 'CLOSED', note: reason, detail: { outcome } },
    columns: sql`outcome = ${outcome}, close_reason = ${reason}, closed_at = ${now}::timestamptz, closed_by_id = ${by.id}::uuid,
      closed_by = ${by.name}, assignee_id = NULL, assigned_at = NULL, proposed_outcome = NULL, proposed_reason = NULL`,
  });
  await tx.$executeRaw`
    INSERT INTO risk_labels (tenant_id, hit_id, source, outcome, case_id, labelled_at, labelled_by, labelled_by_id)
    SELECT ${tenantId}::uuid, a.hit_id, 'CASE', ${outcome}, ${id}::uuid, ${now}::timestamptz, ${by.name}, ${by.id}::uuid
    FROM risk_alerts a WHERE a.tenant_id = ${tenantId}::uuid AND a.case_id = ${id}::uuid`;
  const positive = isPositive(outcome) ? 1 : 0;
  const day = shanghaiDay(now);
  await tx.$executeRaw`
    INSERT INTO risk_days AS d (tenant_id, day, rule_id, closed, positive) VALUES (${tenantId}::uuid, ${day}::date, ${row.ruleId}::uuid, 1, ${positive}::int)
    ON CONFLICT (tenant_id, day, rule_id) DO UPDATE SET closed = d.closed + 1, positive = d.positive + EXCLUDED.positive`;
  await tx.$executeRaw`
    INSERT INTO risk_person_days AS d (tenant_id, day, user_id, closed, positive) VALUES (${tenantId}::uuid, ${day}::date, ${by.id}::uuid, 1, ${positive}::int)
    ON CONFLICT (tenant_id, day, user_id) DO UPDATE SET closed = d.closed + 1, positive = d.positive + EXCLUDED.positive`;
}

/** Takes back what closing a locked case said of its hits, and what the day of the closing counted. */
export async function unsettle(tx: Transaction, row: RiskCase): Promise<void> {
  const { tenantId, id, ruleId, outcome, closedAt, closedById } = row;
  if (outcome === null || closedAt === null) throw new Error('A case that is not closed has no verdict');
  await tx.riskLabel.deleteMany({ where: { tenantId, caseId: id } });
  const positive = isPositive(outcome) ? 1 : 0;
  const day = shanghaiDay(closedAt);
  await tx.$executeRaw`
    UPDATE risk_days SET closed = closed - 1, positive = positive - ${positive}::int
    WHERE tenant_id = ${tenantId}::uuid AND day = ${day}::date AND rule_id = ${ruleId}::uuid`;
  await tx.$executeRaw`
    UPDATE risk_person_days SET closed = closed - 1, positive = positive - ${positive}::int
    WHERE tenant_id = ${tenantId}::uuid AND day = ${day}::date AND user_id = ${closedById}::uuid`;
}

function isPositive(outcome: RiskOutcome): boolean {
  return positiveOutcomes.some((positive) => positive === outcome);
}
