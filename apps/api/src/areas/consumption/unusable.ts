import type { Label } from '@xyxlx/contracts/endpoint';
import { Refusal, recordMissing } from '../../core/errors.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import type { LockedAccount } from '../limit/account.sql.ts';

/** Why nothing can be paid, whatever the rules say; in the order in which they are asked. */
const reasons = {
  merchant: { zh: '商户已停用，不能消费', en: 'The merchant is not active: nothing can be spent' },
  payee: { zh: '收款商户不是正常状态', en: 'The merchant that would be paid is not active' },
  employee: { zh: '员工或额度不可用', en: 'The employee or the limit can not be used' },
  store: { zh: '门店已停用', en: 'The store is disabled' },
  // Whoever compliance holds up hears no more than this.
  compliance: { zh: '不予承兑', en: 'Not approved' },
} as const satisfies Record<string, Label>;

/** The first of the reasons; null where the rules may judge. Throws 406 where the store is not the payee's. */
export async function unusable(
  tx: Transaction,
  { tenantId, merchantId, merchantState, employeeState, expired }: LockedAccount,
  { payeeMerchantId, storeId }: { payeeMerchantId: string; storeId?: string | undefined },
): Promise<Label | null> {
  const store = storeId
    ? await tx.store.findFirst({ where: { tenantId, merchantId: payeeMerchantId, id: storeId } })
    : null;
  if (storeId && !store) throw recordMissing();
  if (merchantState !== 'ACTIVE') return reasons.merchant;
  if (payeeMerchantId !== merchantId) {
    const where = { tenantId, id: payeeMerchantId, state: 'ACTIVE' as const };
    if ((await tx.merchant.count({ where })) === 0) return reasons.payee;
  }
  if (employeeState !== 'ACTIVE' || expired) return reasons.employee;
  return store && store.state !== 'ACTIVE' ? reasons.store : null;
}

/** All that a payer hears of what compliance says. */
export const notApproved: Label = reasons.compliance;

/** The refusal whose Chinese words a record keeps. */
export function refusalOf(failure: string): Refusal {
  return new Refusal(Object.values(reasons).find(({ zh }) => zh === failure) ?? { zh: failure, en: failure });
}
