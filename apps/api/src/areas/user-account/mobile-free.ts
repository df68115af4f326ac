import { Refusal } from '../../core/errors.ts';
import type { Transaction } from '../../platform/db/transaction.ts';

/** Throws 406 when another account signs in with the mobile; another transaction that wants the same mobile waits until this one is over. */
export async function mobileFree(tx: Transaction, mobile: string, userId: string | null): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`mobile/${mobile}`}, 0))`;
  const owner = await tx.user.findUnique({ where: { mobile }, select: { id: true } });
  if (owner && owner.id !== userId) {
    throw new Refusal({ zh: '该手机号/邮箱已被使用', en: 'This mobile or e-mail is already in use' });
  }
}
