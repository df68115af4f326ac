import { Refusal } from '../../core/errors.ts';
import type { Transaction } from '../../platform/db/transaction.ts';

/** Refuses (406) when the tenant has more active accounts, with those who were asked to join, than its package allows; to be called after one was added, in the same transaction. */
export async function refuseOverAccounts(tx: Transaction, tenantId: string): Promise<void> {
  // The lock makes two who add at once count one after the other. Not FOR UPDATE: whoever has written a row of the tenant
  // holds its key already, and two of them would wait for each other.
  await tx.$queryRaw`SELECT 1 FROM tenants WHERE id = ${tenantId}::uuid FOR NO KEY UPDATE`;
  const tenant = await tx.tenant.findUniqueOrThrow({ where: { id: tenantId }, include: { package: true } });
  const max = tenant.package?.maxAccounts ?? null;
  if (max === null) return;
  const active = await tx.membership.count({ where: { tenantId, state: 'ACTIVE' } });
  const count = active + (await tx.invitation.count({ where: { tenantId } }));
  if (count <= max) return;
  throw new Refusal({
    zh: `账号数已达套餐上限 ${max} 个，请升级套餐或停用其他账号`,
    en: `The package allows ${max} accounts: take a larger one, or disable another account`,
  });
}
