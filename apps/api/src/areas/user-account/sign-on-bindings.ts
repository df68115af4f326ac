import type { signOn as contract, SignOnProvider } from '@xyxlx/contracts/sign-on';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import type { Deps } from '../../core/deps.ts';
import { recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { inMoneyTransaction } from '../../platform/db/transaction.ts';
import { logOperation } from '../../platform/operation-log/operation-log.ts';
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
export async function removeSignOnBinding({
  input: { id, password },
  session,
  request,
  deps,
}: Call<{ id: string; password: string }, Session>): Promise<null> {
  const { userId } = session;
  if ((await deps.database.prisma.externalAccount.count({ where: { id, userId } })) === 0)
    throw recordMissing();
  await withOwnPassword(deps, { session, request }, password);
  await inMoneyTransaction(deps.database, session, async (tx) => {
    const [removed] = await tx.$queryRaw<{ provider: string }[]>`
      DELETE FROM external_accounts WHERE id = ${id}::uuid AND user_id = ${userId}::uuid RETURNING provider`;
    if (!removed) throw recordMissing();
    await logOperation(
      tx,
      { session, request },
      {
        tenantId: session.tenantId,
        module: 'userAccount',
        action: 'removeSignOnBinding',
        target: { type: 'user', id: session.userId, label: session.userName },
        before: { provider: removed.provider },
      },
    );
  });
  return null;
}
