import { isCreditCode } from '@xyxlx/contracts/credit-code';
import { Refusal, recordMissing } from '../../core/errors.ts';
import type { Transaction } from '../../platform/db/transaction.ts';

interface Fields {
  creditCode: string;
  companyId: string | null;
  brandId: string | null;
  platformId: string | null;
}

/** The rules that the schema of the form can't express: check digit, one merchant a credit code, and nothing of another tenant. */
export async function checkFields(
  tx: Transaction,
  tenantId: string,
  fields: Fields,
  self?: string,
): Promise<void> {
  const { creditCode, companyId, brandId, platformId } = fields;
  if (!isCreditCode(creditCode)) {
    throw new Refusal({
      zh: '统一社会信用代码校验位不正确',
      en: 'The check digit of the credit code is wrong',
    });
  }
  const twin = await tx.merchant.findUnique({
    where: { tenantId_creditCode: { tenantId, creditCode } },
    select: { id: true, merchantNo: true },
  });
  if (twin && twin.id !== self) {
    throw new Refusal({
      zh: `统一社会信用代码已被商户 ${twin.merchantNo} 使用`,
      en: `Merchant ${twin.merchantNo} has this credit code already`,
    });
  }
  const [company, brand, platform] = [
    companyId && (await tx.company.count({ where: { tenantId, id: companyId } })),
    brandId && (await tx.brand.count({ where: { tenantId, id: brandId } })),
    platformId && (await tx.platform.count({ where: { tenantId, id: platformId } })),
  ];
  if (company === 0 || brand === 0 || platform === 0) throw recordMissing();
}
