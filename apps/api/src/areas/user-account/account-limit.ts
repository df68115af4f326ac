import { Refusal } from '../../core/errors.ts';
import type { Transaction } from '../../platform/db/transaction.ts';

/** Refuses (406) when the tenant has more active accounts, with those who were asked to join, than its package allows; to be called after one was added, in the same transaction. */
export async function refuseOverAccounts(tx: Transaction, tenantId: string): Promise<void> {
  const { max, left } = await accountsOf(tx, tenantId);
  if (left < 0) throw packageIsFull(max);
}

/** For many accounts that are about to be added: `take` takes one after the other, and throws 406 once a tenant's package allows no more. */
export async function accountsLeft(
  tx: Transaction,
  tenantIds: readonly string[],
): Promise<{ take(tenantId: string): void }> {
  const accounts = new Map<string, { max: number; left: number }>();
  for (const tenantId of [...new Set(tenantIds)].sort())
    accounts.set(tenantId, await accountsOf(tx, tenantId));
  return {
    take: (tenantId) => {
      const of = accounts.get(tenantId);
      if (!of || of.left <= 0) throw packageIsFull(of?.max ?? 0);
      of.left -= 1;
    },
  };
}

/** How many the package allows and how many are left, without an end where the package sets none. */
async function accountsOf(tx: Transaction, tenantId: string): Promise<{ max: number; left: number }> {
  // The lock makes two who add at once count one after the other. Not FOR UPDATE: a transaction that has written a row of the tenant
  // has a lock on its key already, and two of them would wait for each other.
  await tx.$queryRaw`SELECT 1 FROM tenants WHERE id = ${tenantId}::uuid FOR NO KEY UPDATE`;
  const tenant = await tx.tenant.findUniqueOrThrow({ where: { id: tenantId }, include: { package: true } });
  const max = tenant.package?.maxAccounts ?? Number.POSITIVE_INFINITY;
  if (max === Number.POSITIVE_INFINITY) return { max, left: max };
  const active = await tx.membership.count({ where: { tenantId, state: 'ACTIVE' } });
  return { max, left: max - active - (await tx.invitation.count({ where: { tenantId } })) };
}

function packageIsFull(max: number): Refusal {
  return new Refusal({
    zh: `账号数已达套餐上限 ${max} 个，请升级套餐或停用其他账号`,
    en: `The package allows ${max} accounts: take a larger one, or disable another account`,
  });
}
