import type { signedIn } from '@xyxlx/contracts/user-account';
import type { Prisma } from '@xyxlx/database/client/client';
import type { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { maskMobile } from '../../platform/mask.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { RequestInfo } from '../../wire/implement.ts';
import { type MembershipWithUser, presentUser, userInclude } from './present-user.ts';

export type SignedIn = z.input<typeof signedIn>;

/** The membership a user can work with: in the named tenant, otherwise the oldest; active, in a tenant that is active and not expired. */
export async function usableMembership(
  { database, clock }: Deps,
  userId: string,
  tenantId?: string,
): Promise<MembershipWithUser | null> {
  return database.prisma.membership.findFirst({
    where: {
      userId,
      ...(tenantId && { tenantId }),
      state: 'ACTIVE',
      tenant: {
        state: 'ACTIVE',
        OR: [{ expiresAt: null }, { expiresAt: { gt: clock.businessNow() } }],
      },
    },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    include: userInclude,
  });
}

/** Opens a session in the membership's tenant and writes it into the login log. */
export async function openSession(
  { sessions, clock }: Deps,
  tx: Transaction,
  request: RequestInfo,
  membership: MembershipWithUser,
): Promise<SignedIn> {
  const { userId, tenantId, user } = membership;
  const { token } = await sessions.open(tx, { userId, tenantId }, request);
  await tx.user.update({ where: { id: userId }, data: { lastLoginAt: clock.now() } });
  await recordLogin(tx, request, { mobile: user.mobile, userId, result: 'ok', at: clock.now() });
  return { token, user: presentUser(membership) };
}

/** One line of the login log. */
export async function recordLogin(
  tx: Prisma.TransactionClient,
  { device, ip }: RequestInfo,
  {
    mobile,
    userId,
    result,
    at,
  }: { mobile: string; userId: string | null; result: 'ok' | 'refused'; at: Date },
): Promise<void> {
  await tx.loginRecord.create({
    data: { userId, mobile: maskMobile(mobile), result, device, ip, createdAt: at },
  });
}
