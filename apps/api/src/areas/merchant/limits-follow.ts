import type { Transaction } from '../../platform/db/transaction.ts';
import { companyBehind } from '../../platform/fund/fund.ts';

/** Puts the empty limits of a merchant that was not let in yet under the company that stands behind it now. */
export async function limitsFollow(
  tx: Transaction,
  { tenantId, merchantId }: { tenantId: string; merchantId: string },
): Promise<void> {
  const { companyId } = await companyBehind(tx, tenantId, merchantId);
  await tx.limitAccount.updateMany({
    where: { tenantId, merchantId, companyId: { not: companyId } },
    data: { companyId },
  });
}
