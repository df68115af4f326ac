import type { Prisma } from '@xyxlx/database/client/client';
import type { Session } from '../../sessions/session.ts';

/** The merchants that a caller may see; every query of merchants goes through it. */
export function merchantScope({ tenantId, scope }: Session): Prisma.MerchantWhereInput {
  if (scope.all) return {};
  if (scope.tenant) return { tenantId };
  return { tenantId, OR: [{ companyId: { in: scope.companyIds } }, { id: { in: scope.merchantIds } }] };
}
