import type { Prisma } from '@xyxlx/database/client/client';
import type { Session } from '../../sessions/session.ts';

/** The approvals that a caller may see: those in their data scope, and their own. */
export function approvalScope({ tenantId, userId, scope }: Session): Prisma.ApprovalWhereInput {
  if (scope.all) return {};
  if (scope.tenant) return { tenantId };
  return {
    tenantId,
    OR: [
      { makerId: userId },
      { companyId: { in: scope.companyIds } },
      { merchantId: { in: scope.merchantIds } },
    ],
  };
}
