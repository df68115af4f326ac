import type { Prisma } from '../client/client.ts';

/** Notes who wrote the drafts that are seeded, as the service does when it writes them. */
export async function seedDraftMakers(tx: Prisma.TransactionClient): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO draft_makers (tenant_id, subject_type, subject_id, user_id)
    SELECT tenant_id, 'institutionVersion', institution_id, created_by_id FROM institution_versions WHERE state = 'DRAFT'
    UNION SELECT tenant_id, 'issuePlan', plan_id, created_by_id FROM issue_plan_versions WHERE state = 'DRAFT'
    UNION SELECT tenant_id, 'riskRule', rule_id, created_by_id FROM risk_rule_versions WHERE state IN ('DRAFT', 'SHADOW')`;
}
