import { Refusal } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import type { MembershipWithUser } from './present-user.ts';

/** Refuses to change a person's account for somebody who administers only one of that person's tenants: its password opens the others as well. */
export async function mustOwnWholeAccount(
  tx: Transaction,
  { scope }: Session,
  { userId, tenantId }: MembershipWithUser,
): Promise<void> {
  if (scope.all) return;
  const elsewhere = await tx.membership.count({ where: { userId, tenantId: { not: tenantId } } });
  if (elsewhere === 0) return;
  throw new Refusal({
    zh: '该用户还属于其他租户，请由本人或平台管理员修改',
    en: 'This user belongs to other tenants too, so only they themselves or a platform administrator can do this',
  });
}
