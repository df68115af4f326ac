import type { Prisma } from '@xyxlx/database/client/client';
import type { Session } from '../../core/session.ts';

/** The own tenant of a platform administrator at work in another; null for somebody in their own tenant. */
export function visitingFrom(
  { homeTenantId, tenantId }: Pick<Session, 'homeTenantId' | 'tenantId'>,
  recordsTenantId: string,
): string | null {
  const home = homeTenantId ?? tenantId;
  return home === recordsTenantId ? null : home;
}

const named = { select: { id: true, name: true } };

/** Reads an approval with the tenants that visiting makers and checkers come from. */
export const withVisitors = { makerTenant: named, checkerTenant: named } satisfies Prisma.ApprovalInclude;

export type ApprovalWithVisitors = Prisma.ApprovalGetPayload<{ include: typeof withVisitors }>;
