import type { Permission } from '@xyxlx/contracts/permissions';
import type { Actor } from '../../core/caller.ts';
import type { Session } from '../../core/session.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { companyAndBelow } from '../company/company-tree.ts';

/** What the user who started long work may do now; nothing once they are disabled. */
export async function currentRights(
  tx: Transaction,
  { tenantId, userId }: Actor,
): Promise<Pick<Session, 'granted' | 'scope' | 'amountCeiling'>> {
  const membership = await tx.membership.findFirst({
    where: { tenantId, userId, state: 'ACTIVE' },
    include: { roles: { include: { role: true } } },
  });
  const roles = membership?.roles.map(({ role }) => role) ?? [];
  const seesTree = roles.some(({ dataScope }) => dataScope === 'COMPANY_TREE');
  const companyId = seesTree ? membership?.companyId : null;
  const ceilings = roles.map(({ amountCeiling }) => amountCeiling);
  return {
    granted: new Set(roles.flatMap(({ permissions }) => permissions as Permission[])),
    scope: {
      all: roles.some(({ dataScope }) => dataScope === 'ALL'),
      tenant: roles.some(({ dataScope }) => dataScope === 'TENANT'),
      companyIds: companyId ? await companyAndBelow(tx, tenantId, companyId) : [],
      merchantIds: roles.flatMap(({ dataScope, merchantIds }) =>
        dataScope === 'MERCHANTS' ? merchantIds : [],
      ),
    },
    amountCeiling: ceilings.includes(null) ? null : Math.max(0, ...ceilings.map(Number)),
  };
}
