import type { signedIn } from '@xyxlx/contracts/user-account';
import type { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { maskMobile } from '../../platform/mask.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { RequestInfo } from '../../wire/implement.ts';
import { type MembershipWithUser, presentUser, userInclude } from './present-user.ts';

export type SignedIn = z.input<typeof signedIn>;

/** The membership a user can work with: in the named tenant, otherwise the oldest; active, in a tenant that is active and not expired. */
export async function usableMembership(
  tx: Pick<Transaction, 'membership'>,
  { clock }: Pick<Deps, 'clock'>,
  userId: string,
  tenantId?: string,
): Promise<MembershipWithUser | null> {
  return tx.membership.findFirst({
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
  deps: Deps,
  tx: Transaction,
  request: RequestInfo,
  membership: MembershipWithUser,
): Promise<SignedIn> {
  const { userId, tenantId, user } = membership;
  const { token } = await deps.sessions.open(tx, { userId, tenantId }, request);
  await recordLogin(tx, deps, request, { mobile: user.mobile, userId, tenantId, result: 'ok' });
  return { token, user: presentUser(membership) };
}

/** One line of the login log. */
export async function recordLogin(
  tx: Pick<Transaction, 'loginRecord'>,
  { clock }: Pick<Deps, 'clock'>,
  { device, ip }: RequestInfo,
  {
    mobile,
    userId,
    ...outcome
  }: { mobile: string; userId: string } & ({ result: 'ok'; tenantId: string } | { result: 'refused' }),
): Promise<void> {
  await tx.loginRecord.create({
    data: { userId, mobile: maskMobile(mobile), ...outcome, device, ip, createdAt: clock.now() },
  });
}
