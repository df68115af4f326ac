import type { Transaction } from '../../platform/db/transaction.ts';
import { nextNumber } from '../../platform/records/numbers.ts';

/** The next number of a tenant's merchants, such as M1000000361: M, the tenant's code, and eight digits that count on. */
export async function nextMerchantNo(tx: Transaction, tenantId: string): Promise<string> {
  const { merchantCode } = await tx.tenant.findUniqueOrThrow({
    where: { id: tenantId },
    select: { merchantCode: true },
  });
  return nextNumber(tx, tenantId, `M${merchantCode}`);
}
