import type { Actor } from '../../core/caller.ts';
import type { Deps } from '../../core/deps.ts';
import { activeTenant } from '../../platform/db/active-tenant.ts';
import { empty, type Queryable, rowsOf, sql } from '../../platform/db/sql.ts';
import type { UserInTenant } from './present-user.ts';

/** The owner of an account, who has proved it with a code, as the log names them. */
export function accountOwner({ tenantId, user, roles }: UserInTenant): Actor {
  return { tenantId, userId: user.id, userName: user.name, roles: roles.map(({ role }) => role) };
}

/**
 * The membership a user can work with: in the named tenant, otherwise the oldest; active, in a tenant that is active and
 * not expired. One statement, as every sign-in asks.
 */
export async function usableMembership(
  client: Queryable,
  { clock }: Pick<Deps, 'clock'>,
  userId: string,
  tenantId?: string,
): Promise<UserInTenant | null> {
  const [found] = await rowsOf<{ membership: UserInTenant }>(
    client,
    sql`
    SELECT json_build_object('tenantId', m.tenant_id, 'userId', m.user_id,
      'user', json_build_object('id', u.id, 'mobile', u.mobile, 'name', u.name, 'email', u.email, 'avatarUrl', u.avatar_url,
        'version', u.version, 'passwordChangedAt', u.password_changed_at),
      'tenant', json_build_object('id', t.id, 'name', t.name,
        'package', CASE WHEN tp.id IS NOT NULL THEN json_build_object('permissionGroups', tp.permission_groups) END),
      'company', CASE WHEN c.id IS NOT NULL THEN json_build_object('id', c.id, 'name', c.name) END,
      'roles', (
        SELECT coalesce(json_agg(json_build_object('role', json_build_object('id', r.id, 'code', r.code, 'name', r.name,
          'dataScope', r.data_scope, 'permissions', r.permissions)) ORDER BY r.id), '[]')
        FROM membership_roles mr JOIN roles r ON r.tenant_id = mr.tenant_id AND r.id = mr.role_id
      WHERE mr.tenant_id = m.tenant_id AND mr.membership_id = m.id)) AS membership
    FROM memberships m
    JOIN users u ON u.id = m.user_id
    JOIN tenants t ON t.id = m.tenant_id
    LEFT JOIN tenant_packages tp ON tp.id = t.package_id
    LEFT JOIN companies c ON c.tenant_id = m.tenant_id AND c.id = m.company_id
    WHERE m.user_id = ${userId}::uuid ${tenantId ? sql`AND m.tenant_id = ${tenantId}::uuid` : empty}
      AND m.state = 'ACTIVE' AND ${activeTenant('t', clock.businessNow())}
    ORDER BY m.created_at, m.id LIMIT 1`,
  );
  return found?.membership ?? null;
}
