import type { signOn as contract, SignOnProvider } from '@xyxlx/contracts/sign-on';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import type { Deps } from '../../core/deps.ts';
import { recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { change } from '../../platform/db/transaction.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { withOwnPassword } from './own-password.ts';

/** The accounts of providers that sign the caller on, the oldest first. */
export async function signOnBindings(
  { database }: Deps,
  { userId }: Session,
): Promise<z.input<typeof contract.querySignOnBinding.output>> {
  const rows = await database.prisma.externalAccount.findMany({
    where: { userId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: 100,
  });
  return {
    list: rows.map(({ id, provider, displayName, createdAt }) => ({
      id,
      provider: provider as SignOnProvider,
      displayName,
      boundAt: createdAt.toISOString(),
    })),
  };
}

/** Lets an account of a provider sign the caller on no longer; asks for the caller's password. */
export async function removeSignOnBinding(
  call: Call<{ id: string; password: string }, Session>,
): Promise<null> {
  const { id, password } = call.input;
  const { session, deps } = call;
  const { userId } = session;
  if ((await deps.database.prisma.externalAccount.count({ where: { id, userId } })) === 0)
    throw recordMissing();
  await withOwnPassword(call, password);
  await change(call, async (tx) => {
    const [removed] = await tx.$queryRaw<{ provider: string }[]>`
      DELETE FROM external_accounts WHERE id = ${id}::uuid AND user_id = ${userId}::uuid RETURNING provider`;
    if (!removed) throw recordMissing();
    await logChange(tx, call, {
      tenantId: session.tenantId,
      id: session.userId,
      label: session.userName,
      before: { provider: removed.provider },
    });
  });
  return null;
}
