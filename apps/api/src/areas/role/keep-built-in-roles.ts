import { builtInRoles } from '@xyxlx/contracts/built-in-roles';
import type { Prisma } from '@xyxlx/database/client/client';
import type { Deps } from '../../core/deps.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { differenceOf } from '../../platform/operation-log/difference.ts';
import { logChange, theSystem } from '../../platform/operation-log/operation-log.ts';
import { nextVersion } from '../../platform/records/next-version.ts';

const keeping = { module: 'role', action: 'keepBuiltInRoles', target: 'role' };
const kept = ['name', 'dataScope', 'permissions'] as const;

/** The built-in roles of a new tenant: all but the platform's own. */
export function builtInRolesOf(tenantId: string): Prisma.RoleCreateManyInput[] {
  return builtInRoles
    .filter(({ dataScope }) => dataScope !== 'ALL')
    .map((role) => builtInRoleOf(tenantId, role));
}

/** A built-in role as a tenant has it. */
export function builtInRoleOf(
  tenantId: string,
  { code, name, dataScope, permissions }: (typeof builtInRoles)[number],
): Prisma.RoleUncheckedCreateInput {
  return { tenantId, code, name: name.zh, builtIn: true, dataScope, permissions: [...permissions] };
}

/**
 * Brings the built-in roles of every tenant to what this release says they allow: a new permission works on the next call of users
 * with such a role. Each change is in the tenant's log; returns how many there were. Replicas that start together do it once.
 */
export async function keepBuiltInRoles({
  database,
  clock,
}: Pick<Deps, 'database' | 'clock'>): Promise<number> {
  return inTransaction(database, async (tx) => {
    const tenants = await tx.tenant.findMany({ select: { id: true }, orderBy: { id: 'asc' } });
    const added = await tx.role.createManyAndReturn({
      data: tenants.flatMap(({ id }) => builtInRolesOf(id)),
      skipDuplicates: true,
    });
    await tx.$queryRaw`SELECT id FROM roles WHERE built_in ORDER BY id FOR UPDATE`;
    const stored = await tx.role.findMany({ where: { builtIn: true } });
    let changed = 0;
    for (const row of stored) {
      const role = builtInRoles.find(({ code }) => code === row.code);
      if (!role) continue;
      const present = { name: role.name.zh, dataScope: role.dataScope, permissions: [...role.permissions] };
      const isNew = added.some(({ id }) => id === row.id);
      const difference = differenceOf(isNew ? {} : row, isNew ? row : present, kept);
      if (Object.keys(difference.after).length === 0) continue;
      const system = theSystem(row.tenantId, keeping.action, keeping);
      if (!isNew) {
        const data = { ...present, ...nextVersion(system.session, clock.businessNow()) };
        await tx.role.update({ where: { tenantId_id: { tenantId: row.tenantId, id: row.id } }, data });
      }
      await logChange(tx, system, { tenantId: row.tenantId, id: row.id, label: row.name, ...difference });
      changed++;
    }
    return changed;
  });
}
