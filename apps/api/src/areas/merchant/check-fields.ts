import { isCreditCode } from '@xyxlx/contracts/credit-code';
import type { Merchant } from '@xyxlx/database/client/client';
import { Refusal, recordMissing } from '../../core/errors.ts';
import { rowsOf, sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { refusePlatformsOutOfUse } from './platforms-in-use.ts';

interface Fields {
  creditCode: string;
  companyId: string | null;
  brandId: string | null;
  platformId: string | null;
}

/**
 * The rules that the schema of the form can't express: check digit, one merchant a credit code, nothing of another tenant, and no brand
 * or platform that is out of use, unless `self` has it already.
 */
export async function checkFields(
  tx: Transaction,
  tenantId: string,
  fields: Fields,
  self?: Pick<Merchant, 'id' | 'brandId' | 'platformId'>,
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
  if (twin && twin.id !== self?.id) {
    throw new Refusal({
      zh: `统一社会信用代码已被商户 ${twin.merchantNo} 使用`,
      en: `Merchant ${twin.merchantNo} has this credit code already`,
    });
  }
  const company = companyId && (await tx.company.count({ where: { tenantId, id: companyId } }));
  if (company === 0) throw recordMissing();
  if (brandId && brandId !== self?.brandId) {
    const [brand] = await rowsOf<{ name: string; state: string }>(
      tx,
      sql`SELECT name, state FROM brands WHERE tenant_id = ${tenantId}::uuid AND id = ${brandId}::uuid FOR SHARE`,
    );
    if (!brand) throw recordMissing();
    if (brand.state === 'DISABLED') throw disabledBrand(brand.name);
  }
  if (platformId && platformId !== self?.platformId) {
    const platform = await tx.platform.count({ where: { tenantId, id: platformId } });
    if (platform === 0) throw recordMissing();
    const refuse = await refusePlatformsOutOfUse(tx, [{ tenantId, platformId }]);
    refuse({ tenantId, platformId });
  }
}

function disabledBrand(name: string): Refusal {
  return new Refusal({
    zh: `品牌「${name}」已停用，请选择其他品牌`,
    en: `The brand "${name}" is disabled: choose another`,
  });
}
