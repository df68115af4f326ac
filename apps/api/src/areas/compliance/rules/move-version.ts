import type { Prisma, RiskRuleVersion } from '@xyxlx/database/client/client';
import { staleVersion } from '../../../core/errors.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';

type Moved = Pick<
  Prisma.RiskRuleVersionUncheckedUpdateInput,
  'state' | 'shadowSince' | 'enabledAt' | 'disabledAt' | 'disableReason' | 'approvalId'
>;

/** Moves a version along from the state that it was seen in; throws 406 where somebody was first. */
export async function moveVersion(
  tx: Transaction,
  { tenantId, id, state }: Pick<RiskRuleVersion, 'tenantId' | 'id' | 'state'>,
  data: Moved,
): Promise<void> {
  const { count } = await tx.riskRuleVersion.updateMany({ where: { tenantId, id, state }, data });
  if (count !== 1) throw staleVersion();
}
