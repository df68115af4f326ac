import { groupOf, type Permission } from '@xyxlx/contracts/permissions';
import { type Queryable, rowsOf, type Sql, sql } from '../db/sql.ts';

export interface Person {
  id: string;
  name: string;
  /** The names of their roles. */
  roles: string[];
}

/** What of a thing decides who may deal with it. */
interface Thing {
  tenantId: string;
  companyId: string | null;
  merchantId: string | null;
  amount: number | bigint | null;
}

interface Waiting extends Thing {
  makerIds: readonly string[];
}

/**
 * The members of its tenant who may decide it, by name: permission within the tenant's package, data scope, ceiling, and no hand in it.
 * The same rules, for one session, are `whyNotDecide` and `approvalScope`.
 */
export async function decidersOf(
  client: Queryable,
  permission: Permission,
  waiting: Waiting,
): Promise<Person[]> {
  const { makerIds, tenantId } = waiting;
  return whoMay(
    client,
    permission,
    waiting,
    sql`m.tenant_id = ${tenantId}::uuid AND NOT m.user_id = ANY (${[...makerIds]}::uuid[])`,
  );
}

/** Whether somebody may do it at this moment, by the same rules: who handed a thing in may have lost it since. */
export async function mayDo(
  client: Queryable,
  permission: Permission,
  userId: string,
  thing: Thing,
): Promise<boolean> {
  return (await whoMay(client, permission, thing, sql`m.user_id = ${userId}::uuid`)).length > 0;
}

async function whoMay(
  client: Queryable,
  permission: Permission,
  { tenantId, companyId, merchantId, amount }: Thing,
  who: Sql,
): Promise<Person[]> {
  return rowsOf<Person>(
    client,
    sql`
    WITH RECURSIVE above AS (
      SELECT c.id, c.parent_id FROM companies c WHERE c.tenant_id = ${tenantId}::uuid AND c.id = ${companyId}::uuid
      UNION SELECT c.id, c.parent_id FROM companies c JOIN above a ON c.id = a.parent_id AND c.tenant_id = ${tenantId}::uuid)
    SELECT u.id, u.name, can.roles
    FROM memberships m
    JOIN users u ON u.id = m.user_id
    JOIN tenants t ON t.id = m.tenant_id
    LEFT JOIN tenant_packages p ON p.id = t.package_id
    CROSS JOIN LATERAL (
      SELECT bool_or(${permission} = ANY (r.permissions)
               AND (r.data_scope = 'ALL' OR p.id IS NULL OR ${groupOf(permission)} = ANY (p.permission_groups))) AS permitted,
             bool_or(r.data_scope = 'ALL' OR m.tenant_id = ${tenantId}::uuid AND (r.data_scope = 'TENANT'
               OR (r.data_scope = 'COMPANY_TREE' AND m.company_id IN (SELECT a.id FROM above a))
               OR (r.data_scope = 'MERCHANTS' AND ${merchantId}::uuid = ANY (r.merchant_ids)))) AS sees,
             bool_or(r.amount_ceiling IS NULL OR r.amount_ceiling >= ${amount === null ? null : Number(amount)}::bigint) IS NOT FALSE AS may_move,
             coalesce(array_agg(r.name ORDER BY r.name, r.id) FILTER (WHERE ${permission} = ANY (r.permissions)), '{}') AS roles
      FROM membership_roles mr JOIN roles r ON r.id = mr.role_id WHERE mr.membership_id = m.id) can
    WHERE m.state = 'ACTIVE' AND ${who}
      AND can.permitted AND can.sees AND can.may_move
    ORDER BY u.name, u.id`,
  );
}
