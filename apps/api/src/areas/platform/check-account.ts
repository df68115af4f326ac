import type { PlatformAccount } from '@xyxlx/database/client/client';
import { Refusal, recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { sees } from '../../platform/records/own-companies.ts';

/** Refuses a platform or company that is not the tenant's, or that the caller doesn't see. */
export async function checkOwners(
  tx: Transaction,
  session: Session,
  tenantId: string,
  { platformId, companyId }: Pick<PlatformAccount, 'platformId' | 'companyId'>,
): Promise<void> {
  const platform = await tx.platform.count({ where: { tenantId, id: platformId } });
  const company = await tx.company.count({ where: { tenantId, id: companyId } });
  if (platform === 0 || company === 0 || !sees(session, companyId)) throw recordMissing();
}

/** Refuses a number that another account at the platform has. */
export async function refuseTakenNumber(
  tx: Transaction,
  tenantId: string,
  { platformId, accountNo }: Pick<PlatformAccount, 'platformId' | 'accountNo'>,
  self?: string,
): Promise<void> {
  const taken = await tx.platformAccount.count({
    where: { tenantId, platformId, accountNo, ...(self && { id: { not: self } }) },
  });
  if (taken > 0) throw new Refusal({ zh: '账号已存在', en: 'The platform has an account with this number' });
}
