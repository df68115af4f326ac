import { Refusal } from '../../core/errors.ts';
import type { Transaction } from '../../platform/db/transaction.ts';

/** Whoever may take an administrator away waits here for the others who may. */
const advisoryLock = 72_707_371;

/**
 * Does `work`, which may take an administrator away, and throws 406 when it took the last: of the tenant, or of the whole service. An administrator is an
 * active member with a role that edits users and roles, of the tenant or of every tenant. Use it for every change of members, of roles, and of who has which.
 */
export async function keepingAnAdministrator<T>(
  tx: Transaction,
  tenantId: string,
  work: () => Promise<T>,
): Promise<T> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${advisoryLock})`;
  const before = await administrators(tx, tenantId);
  const result = await work();
  const after = await administrators(tx, tenantId);
  if ((before.ofTenant && !after.ofTenant) || (before.ofAll && !after.ofAll)) {
    throw new Refusal({
      zh: '不能移除最后一位管理员，请先指定另一位',
      en: 'The last administrator cannot be removed, appoint another one first',
    });
  }
  return result;
}

/** Whether the tenant has an administrator, and whether anybody administers every tenant. */
async function administrators(
  tx: Transaction,
  tenantId: string,
): Promise<{ ofTenant: boolean; ofAll: boolean }> {
  const [found] = await tx.$queryRaw<{ ofTenant: boolean; ofAll: boolean }[]>`
    SELECT coalesce(bool_or(m.tenant_id = ${tenantId}::uuid), false) AS "ofTenant",
           coalesce(bool_or(r.data_scope = 'ALL'), false) AS "ofAll"
    FROM memberships m
    JOIN membership_roles mr ON mr.membership_id = m.id
    JOIN roles r ON r.id = mr.role_id
    WHERE m.state = 'ACTIVE' AND r.data_scope IN ('ALL', 'TENANT')
      AND r.permissions @> ARRAY['user.edit', 'role.edit']`;
  return found ?? { ofTenant: false, ofAll: false };
}
