import type { Actor } from '../../core/caller.ts';
import type { Transaction } from '../db/transaction.ts';
import type { Decision } from './subject.ts';

/** Who handed it in, in the tenant they work in: what the service does then is done in their name. */
export async function makerOf(
  tx: Transaction,
  { approval: { tenantId, makerId, makerName } }: Decision,
): Promise<Actor> {
  if (makerId === null) throw new Error('What moves money is handed in by somebody.');
  return actorOf(tx, { tenantId, userId: makerId, userName: makerName });
}

/** Somebody in the tenant they work in, for what the service does in their name. */
export async function actorOf(
  tx: Transaction,
  { tenantId, userId, userName }: Pick<Actor, 'tenantId' | 'userId' | 'userName'>,
): Promise<Actor> {
  const places = await tx.membership.findMany({
    where: { userId },
    include: { roles: { include: { role: { select: { id: true, code: true, name: true } } } } },
  });
  const place = places.find((membership) => membership.tenantId === tenantId) ?? places[0];
  return {
    tenantId: place?.tenantId ?? tenantId,
    userId,
    userName,
    roles: place?.roles.map(({ role }) => role) ?? [],
  };
}
