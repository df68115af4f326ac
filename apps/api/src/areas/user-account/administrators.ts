import { Refusal } from '../../core/errors.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { ofEveryTenant } from '../../platform/records/scope.ts';

/** Transactions that may remove an administrator wait here for each other. */
const advisoryLock = 72_707_371;

/** Waits for other transactions that may remove an administrator, and makes them wait until this one ends. */
export async function lockAdministrators(tx: Transaction): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${advisoryLock})`;
}

/**
 * Does `work`, which may take an administrator away, and throws 406 when it took the last: of the tenant, or of the whole service. An administrator is an
 * active member with a role that edits users and roles, of the tenant or of every tenant. Use it for every change of members, of roles, and of who has which.
 */
export async function keepingAnAdministrator<T>(
  tx: Transaction,
  tenantId: string,
  work: () => Promise<T>,
): Promise<T> {
  await lockAdministrators(tx);
  const before = await administrators(tx, [tenantId], []);
  const result = await work();
  refuseTheLast(before, await administrators(tx, [tenantId], []), tenantId);
  return result;
}

/** For many members who may be taken away, under `lockAdministrators`: `take` takes one after the other, and throws 406 for the one who would be the last. */
export async function remainingAdministrators(
  tx: Transaction,
  members: readonly { membershipId: string; tenantId: string }[],
): Promise<{ take(member: { membershipId: string; tenantId: string }): void }> {
  let remaining = await administrators(
    tx,
    members.map(({ tenantId }) => tenantId),
    members.map(({ membershipId }) => membershipId),
  );
  return {
    take: ({ membershipId, tenantId }) => {
      const rest = remaining.filter((one) => one.membershipId !== membershipId);
      refuseTheLast(remaining, rest, tenantId);
      remaining = rest;
    },
  };
}

interface Administrator {
  /** One of those asked for; null: some other of the tenant. */
  membershipId: string | null;
  tenantId: string;
  ofAll: boolean;
}

function refuseTheLast(
  before: readonly Administrator[],
  after: readonly Administrator[],
  tenantId: string,
): void {
  const ofTenant = (one: Administrator) => one.tenantId === tenantId;
  const ofAll = (one: Administrator) => one.ofAll;
  if ([ofTenant, ofAll].every((kind) => !before.some(kind) || after.some(kind))) return;
  throw new Refusal({
    zh: '不能移除最后一位管理员，请先指定另一位',
    en: 'The last administrator cannot be removed, appoint another one first',
  });
}

/** The administrators of these tenants and of every tenant: those of the given members one by one, all others of a tenant as one. */
async function administrators(
  tx: Transaction,
  tenantIds: readonly string[],
  membershipIds: readonly string[],
): Promise<Administrator[]> {
  return tx.$queryRaw<Administrator[]>`
    SELECT CASE WHEN m.id = ANY (${[...membershipIds]}::uuid[]) THEN m.id END AS "membershipId", m.tenant_id AS "tenantId",
      bool_or(r.data_scope = 'ALL') AS "ofAll"
    FROM memberships m
    JOIN membership_roles mr ON mr.tenant_id = m.tenant_id AND mr.membership_id = m.id
    JOIN roles r ON r.tenant_id = mr.tenant_id AND r.id = mr.role_id
    WHERE ${ofEveryTenant('m')} AND m.state = 'ACTIVE' AND (r.data_scope = 'ALL' OR r.data_scope = 'TENANT' AND m.tenant_id = ANY (${[...tenantIds]}::uuid[]))
      AND r.permissions @> ARRAY['user.edit', 'role.edit']
    GROUP BY 1, 2`;
}
