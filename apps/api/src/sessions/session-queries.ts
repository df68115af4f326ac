import type { Permission } from '@xyxlx/contracts/permissions';
import type pg from 'pg';
import { allowedPermissions } from './allowed-permissions.ts';
import type { DataScope, SessionState } from './session.ts';
import type { Claims } from './token.ts';

interface Row {
  id: string;
  user_id: string;
  user_name: string;
  tenant_id: string;
  membership_id: string;
  company_id: string | null;
  gen: number;
  confirmed_gen: number;
  expired_gen: number;
  rotated_at: Date;
  last_refresh_at: Date;
  absolute_expires_at: Date;
  revoked_at: Date | null;
  admitted: boolean;
  company_ids: string[] | null;
  package_groups: string[] | null;
  roles: {
    id: string;
    code: string;
    name: string;
    scope: DataScope;
    merchantIds: string[];
    permissions: Permission[];
    ceiling: number | null;
  }[];
}

const loadText = `
  SELECT s.id, s.user_id, u.name AS user_name, s.tenant_id, m.id AS membership_id, m.company_id,
         s.gen, s.confirmed_gen, s.expired_gen, s.rotated_at, s.last_refresh_at, s.absolute_expires_at, s.revoked_at,
         m.state = 'ACTIVE' AND t.state = 'ACTIVE' AND (t.expires_at IS NULL OR t.expires_at > $2) AS admitted,
         r.roles, tp.permission_groups AS package_groups,
         CASE WHEN r.tree THEN (
           WITH RECURSIVE below AS (
             SELECT c.id FROM companies c WHERE c.tenant_id = s.tenant_id AND c.id = m.company_id
             UNION SELECT c.id FROM companies c JOIN below b ON c.parent_id = b.id AND c.tenant_id = s.tenant_id)
           SELECT array_agg(id) FROM below) END AS company_ids
  FROM sessions s
  JOIN users u ON u.id = s.user_id
  JOIN tenants t ON t.id = s.tenant_id
  LEFT JOIN tenant_packages tp ON tp.id = t.package_id
  JOIN memberships m ON m.tenant_id = s.tenant_id AND m.user_id = s.user_id
  CROSS JOIN LATERAL (
    SELECT coalesce(json_agg(json_build_object('id', r.id, 'code', r.code, 'name', r.name, 'scope', r.data_scope,
             'merchantIds', r.merchant_ids, 'permissions', r.permissions, 'ceiling', r.amount_ceiling)), '[]') AS roles,
           coalesce(bool_or(r.data_scope = 'COMPANY_TREE'), false) AS tree
    FROM membership_roles mr JOIN roles r ON r.id = mr.role_id WHERE mr.membership_id = m.id) r
  WHERE s.id = $1`;

/** A session with its caller as they are now, or null when there is none. */
export async function loadSession(
  client: pg.Pool | pg.PoolClient,
  sessionId: string,
  businessNow: Date,
): Promise<SessionState | null> {
  const { rows } = await client.query<Row>({
    name: 'session-load',
    text: loadText,
    values: [sessionId, businessNow],
  });
  const [row] = rows;
  return row ? stateOf(row) : null;
}

function stateOf(row: Row): SessionState {
  const scopes = new Set(row.roles.map((role) => role.scope));
  const ceilings = row.roles.map((role) => role.ceiling);
  return {
    id: row.id,
    userId: row.user_id,
    gen: row.gen,
    confirmedGen: row.confirmed_gen,
    expiredGen: row.expired_gen,
    rotatedAt: row.rotated_at,
    lastRefreshAt: row.last_refresh_at,
    absoluteExpiresAt: row.absolute_expires_at,
    revokedAt: row.revoked_at,
    admitted: row.admitted,
    caller: {
      id: row.id,
      userId: row.user_id,
      userName: row.user_name,
      tenantId: row.tenant_id,
      membershipId: row.membership_id,
      companyId: row.company_id,
      roles: row.roles.map(({ id, code, name }) => ({ id, code, name })),
      permissions: new Set(
        allowedPermissions(
          row.roles.map(({ scope, permissions }) => ({ dataScope: scope, permissions })),
          row.package_groups,
        ),
      ),
      scope: {
        all: scopes.has('ALL'),
        tenant: scopes.has('TENANT'),
        companyIds: row.company_ids ?? [],
        merchantIds: row.roles.flatMap((role) => (role.scope === 'MERCHANTS' ? role.merchantIds : [])),
      },
      // The most generous role counts; one without a ceiling lifts it.
      amountCeiling:
        ceilings.length === 0 || ceilings.includes(null) ? null : Math.max(...(ceilings as number[])),
    },
  };
}

/** Marks the current generation as seen; after it the one before can't be refreshed again once the grace is over. */
export async function confirmGeneration(pool: pg.Pool, sessionId: string, gen: number): Promise<void> {
  await pool.query({
    name: 'session-confirm',
    text: 'UPDATE sessions SET confirmed_gen = $2 WHERE id = $1 AND gen = $2 AND confirmed_gen < $2',
    values: [sessionId, gen],
  });
}

/** Moves a live session to its next generation if the token is of its current one and may be renewed; the new generation, or null. */
export async function rotateGeneration(
  pool: pg.Pool,
  { sessionId, userId, gen }: Claims,
  { now, refreshedAfter, notRefreshedAfter }: { now: Date; refreshedAfter: Date; notRefreshedAfter: Date },
): Promise<{ gen: number; rotatedAt: Date } | null> {
  const { rows } = await pool.query<{ gen: number; rotated_at: Date }>({
    name: 'session-rotate',
    text: `UPDATE sessions SET gen = gen + 1, rotated_at = $4, last_refresh_at = $4
           WHERE id = $1 AND user_id = $2 AND gen = $3 AND revoked_at IS NULL
             AND absolute_expires_at > $4 AND last_refresh_at > $5
             AND (last_refresh_at <= $6 OR expired_gen >= gen)
           RETURNING gen, rotated_at`,
    values: [sessionId, userId, gen, now, refreshedAfter, notRefreshedAfter],
  });
  const [row] = rows;
  return row ? { gen: row.gen, rotatedAt: row.rotated_at } : null;
}
