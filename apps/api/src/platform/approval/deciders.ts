import { groupOf, type Permission } from '@xyxlx/contracts/permissions';
import { type Queryable, rowsOf, type Sql, sql } from '../db/sql.ts';
import { ofEveryTenant } from '../records/scope.ts';

export interface Person {
  id: string;
  name: string;
  /** The names of their roles. */
  roles: string[];
}

/** What of a thing decides who may deal with it. */
interface Thing {
  tenantId: string;
  /** Of a company itself; what is a merchant's is its company's. */
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
  const [found] = await decidersOfEach(client, permission, [waiting]);
  return found ?? [];
}

/**
 * As `decidersOf` for many things in one statement, in their order; those that are alike are looked at once. `seenWith` is what somebody needs
 * besides, so as to see the kind at all.
 */
export async function decidersOfEach(
  client: Queryable,
  permission: Permission,
  waiting: readonly Waiting[],
  seenWith: Permission = permission,
): Promise<Person[][]> {
  const keys = waiting.map(({ tenantId, companyId, merchantId, amount, makerIds }) =>
    JSON.stringify({
      tenantId,
      companyId,
      merchantId,
      amount: amount === null ? null : Number(amount),
      makerIds,
    }),
  );
  const kinds = [...new Set(keys)];
  const found = await whoMay(
    client,
    permission,
    kinds.map((key) => JSON.parse(key)),
    sql`m.tenant_id = t."tenantId" AND NOT m.user_id = ANY (t."makerIds")`,
    seenWith,
  );
  return keys.map((key) => found.get(kinds.indexOf(key)) ?? []);
}

/** Whether somebody may do it at this moment, by the same rules: who handed a thing in may have lost it since. */
export async function mayDo(
  client: Queryable,
  permission: Permission,
  userId: string,
  { tenantId, companyId, merchantId, amount }: Thing,
): Promise<boolean> {
  const thing = { tenantId, companyId, merchantId, amount: amount === null ? null : Number(amount) };
  return (await whoMay(client, permission, [thing], sql`m.user_id = ${userId}::uuid`)).size > 0;
}

/** By the places of the things. */
async function whoMay(
  client: Queryable,
  permission: Permission,
  things: readonly (Thing & { makerIds?: readonly string[] })[],
  who: Sql,
  seenWith: Permission = permission,
): Promise<Map<number, Person[]>> {
  const rows = await rowsOf<Person & { place: number }>(
    client,
    sql`
    WITH RECURSIVE things AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(things.map((thing, place) => ({ ...thing, place })))}::jsonb)
        AS t(place int, "tenantId" uuid, "companyId" uuid, "merchantId" uuid, amount bigint, "makerIds" uuid[])),
    above AS (
      SELECT t.place, c.tenant_id, c.id, c.parent_id FROM things t
      LEFT JOIN merchants mc ON mc.tenant_id = t."tenantId" AND mc.id = t."merchantId"
      JOIN companies c ON c.tenant_id = t."tenantId" AND c.id = coalesce(mc.company_id, t."companyId")
      UNION SELECT a.place, c.tenant_id, c.id, c.parent_id FROM companies c JOIN above a ON c.tenant_id = a.tenant_id AND c.id = a.parent_id)
    SELECT t.place, u.id, u.name, can.roles
    FROM things t
    JOIN memberships m ON ${who}
    JOIN users u ON u.id = m.user_id
    JOIN tenants n ON n.id = m.tenant_id
    LEFT JOIN tenant_packages p ON p.id = n.package_id
    CROSS JOIN LATERAL (
      SELECT bool_or(${permission} = ANY (r.permissions)
               AND (r.data_scope = 'ALL' OR p.id IS NULL OR ${groupOf(permission)} = ANY (p.permission_groups))) AS permitted,
             bool_or(${seenWith} = ANY (r.permissions)) AS knows,
             bool_or(r.data_scope = 'ALL' OR m.tenant_id = t."tenantId" AND (r.data_scope = 'TENANT'
               OR (r.data_scope = 'COMPANY_TREE' AND m.company_id IN (SELECT a.id FROM above a WHERE a.place = t.place))
               OR (r.data_scope = 'MERCHANTS' AND t."merchantId" = ANY (r.merchant_ids)))) AS sees,
             bool_or(r.amount_ceiling IS NULL OR r.amount_ceiling >= t.amount) IS NOT FALSE AS may_move,
             coalesce(array_agg(r.name ORDER BY r.name, r.id) FILTER (WHERE ${permission} = ANY (r.permissions)), '{}') AS roles
      FROM membership_roles mr JOIN roles r ON r.tenant_id = mr.tenant_id AND r.id = mr.role_id
      WHERE mr.tenant_id = m.tenant_id AND mr.membership_id = m.id) can
    -- A platform administrator decides in every tenant, and belongs to one.
    WHERE ${ofEveryTenant('m')} AND m.state = 'ACTIVE' AND can.permitted AND can.knows AND can.sees AND can.may_move
    ORDER BY t.place, u.name, u.id`,
  );
  const found = new Map<number, Person[]>();
  for (const { place, ...person } of rows) found.set(place, [...(found.get(place) ?? []), person]);
  return found;
}
