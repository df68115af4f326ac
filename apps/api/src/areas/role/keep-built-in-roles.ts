import { builtInRoles } from '@xyxlx/contracts/built-in-roles';
import type { Prisma, Role } from '@xyxlx/database/client/client';
import type { Clock } from '../../core/clock.ts';
import type { Deps } from '../../core/deps.ts';
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts';
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
  const tenants = await database.prisma.tenant.findMany({ select: { id: true }, orderBy: { id: 'asc' } });
  const stored = await database.prisma.role.findMany({ where: { builtIn: true } });
  const rolesOf = Map.groupBy(stored, ({ tenantId }) => tenantId);
  let changed = 0;
  for (const { id } of tenants) {
    if (isAsReleased(id, rolesOf.get(id) ?? [])) continue;
    changed += await inTransaction(database, (tx) => keepRolesOf(tx, id, clock));
  }
  return changed;
}

function isAsReleased(tenantId: string, stored: readonly Role[]): boolean {
  const codes = new Set(stored.map(({ code }) => code));
  return (
    builtInRolesOf(tenantId).every(({ code }) => codes.has(code)) &&
    stored.every((row) => Object.keys(changeOf(row)?.after ?? {}).length === 0)
  );
}

async function keepRolesOf(tx: Transaction, tenantId: string, clock: Clock): Promise<number> {
  const added = await tx.role.createManyAndReturn({ data: builtInRolesOf(tenantId), skipDuplicates: true });
  await tx.$queryRaw`SELECT id FROM roles WHERE tenant_id = ${tenantId}::uuid AND built_in ORDER BY id FOR UPDATE`;
  const stored = await tx.role.findMany({ where: { tenantId, builtIn: true } });
  let changed = 0;
  for (const row of stored) {
    const isNew = added.some(({ id }) => id === row.id);
    const difference = isNew ? differenceOf({}, row, kept) : changeOf(row);
    if (!difference || Object.keys(difference.after).length === 0) continue;
    const system = theSystem(tenantId, keeping.action, keeping);
    if (!isNew) {
      const data = { ...releasedAs(row), ...nextVersion(system.session, clock.businessNow()) };
      await tx.role.update({ where: { tenantId_id: { tenantId, id: row.id } }, data });
    }
    await logChange(tx, system, { tenantId, id: row.id, label: row.name, ...difference });
    changed++;
  }
  return changed;
}

/** What this release says of a role; undefined for one that it does not know. */
function releasedAs({ code }: Role) {
  const role = builtInRoles.find((one) => one.code === code);
  return role && { name: role.name.zh, dataScope: role.dataScope, permissions: [...role.permissions] };
}

function changeOf(row: Role) {
  const released = releasedAs(row);
  return released && differenceOf(row, released, kept);
}
