import type { userAccount as contract } from '@xyxlx/contracts/user-account';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import type { Deps } from '../../core/deps.ts';
import { recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { change } from '../../platform/db/transaction.ts';
import { openSession, type SignedIn } from './open-session.ts';
import { type MembershipWithUser, userInclude } from './present-user.ts';
import { usableMembership } from './usable-membership.ts';

type Choice = z.input<typeof contract.queryTenantChoice.output>['list'][number];

/** The tenants the caller belongs to, and why one of them can't be entered. */
export async function tenantChoice({ database, clock }: Deps, session: Session): Promise<Choice[]> {
  const memberships = await database.prisma.membership.findMany({
    where: { userId: session.userId },
    include: userInclude,
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  const now = clock.businessNow();
  return memberships.map((membership) => ({
    tenant: { id: membership.tenant.id, name: membership.tenant.name, code: membership.tenant.code },
    company: membership.company && { id: membership.company.id, name: membership.company.name },
    roles: membership.roles.map(({ role }) => ({ code: role.code, name: role.name })),
    current: membership.tenantId === session.tenantId,
    state: stateOf(membership, now),
  }));
}

function stateOf({ state, tenant }: MembershipWithUser, now: Date): Choice['state'] {
  if (state === 'DISABLED') return 'DISABLED';
  if (tenant.state === 'SUSPENDED') return 'SUSPENDED';
  return tenant.expiresAt && tenant.expiresAt <= now ? 'EXPIRED' : 'USABLE';
}

/** Goes on in another tenant with a session of its own; the one that asks ends, so that no tab works in both. */
export async function chooseTenant(call: Call<{ tenantId: string }, Session>): Promise<SignedIn> {
  const { input, session, request, deps } = call;
  const membership = await usableMembership(deps.database.pool, deps, session.userId, input.tenantId);
  if (!membership) throw recordMissing();
  return change(call, async (tx) => {
    await deps.sessions.revoke(tx, { id: session.id }, 'tenant');
    return openSession(deps, tx, request, membership);
  });
}
