import type { BindingRow } from '@xyxlx/contracts/channel';
import type { ChannelBinding, Prisma } from '@xyxlx/database/client/client';
import { recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { everyTenant } from '../../platform/records/scope.ts';
import { isBound } from '../../platform/security/signed-calls/find-signer.ts';

/** The bindings that a caller may see: they belong to a tenant as a whole. */
function bindingScope({ tenantId, scope }: Session): Prisma.ChannelBindingWhereInput {
  return scope.all ? everyTenant : { tenantId };
}

/** A binding that the caller may see; throws 406 when there is none. */
export async function findBinding(
  client: Pick<Transaction, 'channelBinding'>,
  session: Session,
  id: string,
): Promise<ChannelBinding> {
  const row = await client.channelBinding.findFirst({ where: { AND: [bindingScope(session), { id }] } });
  if (!row) throw recordMissing();
  return row;
}

/** A binding as the wire has one: the secret stays behind, and an authorisation past its time is 已失效. */
export function presentBinding(row: ChannelBinding, businessNow: Date): BindingRow {
  const isOver = row.state === 'BOUND' && !isBound(row, businessNow);
  return {
    id: row.id,
    channel: row.channel,
    name: row.name,
    appId: row.appId,
    externalId: row.externalId,
    address: row.address,
    hasSecret: row.secretCipher !== null,
    secretSetAt: row.secretSetAt?.toISOString() ?? null,
    hasCallbackSecret: row.callbackSecretCipher !== null,
    callbackSecretSetAt: row.callbackSecretSetAt?.toISOString() ?? null,
    state: isOver ? 'INVALID' : row.state,
    authorizedAt: row.authorizedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    lastCheck: row.lastCheckAt && {
      at: row.lastCheckAt.toISOString(),
      ok: row.lastCheckOk ?? false,
      message: row.lastCheckMessage ?? '',
    },
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    createdBy: row.createdBy,
    updatedAt: row.updatedAt.toISOString(),
    updatedBy: row.updatedBy,
  };
}
