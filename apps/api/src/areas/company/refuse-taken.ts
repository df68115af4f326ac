import { isCreditCode } from '@xyxlx/contracts/credit-code';
import type { Company } from '@xyxlx/database/client/client';
import { Refusal } from '../../core/errors.ts';
import type { Transaction } from '../../platform/db/transaction.ts';

/** Refuses a credit code that can't be one, and a name or code that another company of the tenant has. */
export async function refuseTaken(
  tx: Transaction,
  tenantId: string,
  id: string | null,
  { name, creditCode }: Pick<Company, 'name' | 'creditCode'>,
): Promise<void> {
  if (creditCode !== null && !isCreditCode(creditCode)) {
    throw new Refusal({
      zh: '统一社会信用代码校验位不正确',
      en: 'The check character of the credit code does not fit',
    });
  }
  const taken = await tx.company.findFirst({
    where: {
      tenantId,
      OR: [{ name }, ...(creditCode === null ? [] : [{ creditCode }])],
      ...(id !== null && { id: { not: id } }),
    },
  });
  if (!taken) return;
  throw taken.name === name
    ? new Refusal({ zh: '公司名称已存在', en: 'There is a company with this name' })
    : new Refusal({ zh: '统一社会信用代码已存在', en: 'There is a company with this credit code' });
}
