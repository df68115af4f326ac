import { builtInRoles } from '@xyxlx/contracts/built-in-roles';
import { openBooks } from '@xyxlx/database/open-books';
import { spell } from '@xyxlx/database/spell';
import type { Deps } from '../../core/deps.ts';
import { operationOf } from '../../core/operation.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { openFund } from '../../platform/fund/fund.ts';
import { logChange, theSystem } from '../../platform/operation-log/operation-log.ts';
import { builtInRoleOf, builtInRolesOf } from '../role/keep-built-in-roles.ts';
import { secretText } from '../user-account/sign-on-secret.ts';

const platformAdministrator = builtInRoles.find(
  ({ code }) => code === 'platform-admin',
) as (typeof builtInRoles)[number];

/**
 * Makes a tenant of the platform's own and its administrator, who sets a password with a code (忘记密码), in a database that
 * has no tenant: nobody could sign in to it. Says whether it did; replicas that start together do it once.
 */
export async function makeFirstAdministrator(deps: Deps, mobile: string): Promise<boolean> {
  // Of a secret that is forgotten at once: see docs/decisions/0009-imported-users-have-no-known-password.md.
  const passwordHash = await deps.passwords.hash(secretText());
  return inTransaction(deps.database, async (tx) => {
    if ((await tx.tenant.count()) > 0) return false;
    const [tenant] = await tx.tenant.createManyAndReturn({
      data: { code: 'platform', name: '平台' },
      skipDuplicates: true,
    });
    if (!tenant) return false;
    const tenantId = tenant.id;
    const company = await tx.company.create({ data: { tenantId, name: tenant.name } });
    await openFund(tx, { tenantId, companyId: company.id });
    const now = deps.clock.businessNow();
    await openBooks(tx, { tenantId, from: now, to: now });
    await tx.role.createMany({ data: builtInRolesOf(tenantId) });
    const role = await tx.role.create({ data: builtInRoleOf(tenantId, platformAdministrator) });
    const user = await tx.user.create({
      data: { mobile: mobile.toLowerCase(), name: role.name, ...spell(role.name), passwordHash },
    });
    const membership = await tx.membership.create({
      data: { tenantId, userId: user.id, companyId: company.id },
    });
    await tx.membershipRole.create({ data: { tenantId, membershipId: membership.id, roleId: role.id } });
    await logChange(tx, theSystem(tenantId, 'makeFirstAdministrator', operationOf('tenant', 'addTenant')), {
      tenantId,
      id: tenantId,
      label: tenant.name,
      after: { code: tenant.code, name: tenant.name, administrator: user.name },
    });
    return true;
  });
}
