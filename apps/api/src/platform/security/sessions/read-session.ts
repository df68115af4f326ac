import { type Permission, withParts } from '@xyxlx/contracts/permissions';
import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { Clock } from '../../../core/clock.ts';
import type { DataScope, Session, SessionState } from '../../../core/session.ts';
import { activeTenantText } from '../../db/active-tenant.ts';
import { allowedPermissions } from './allowed-permissions.ts';

/** What decides over a token, and the fingerprint of all that the caller is made of. */
interface StateRow {
  id: string;
  user_id: string;
  gen: number;
  confirmed_gen: number;
  expired_gen: number;
  rotated_at: Date;
  last_refresh_at: Date;
  absolute_expires_at: Date;
  revoked_at: Date | null;
  revoked_reason: string | null;
  admitted: boolean;
  fingerprint: string;
}

interface WholeRow extends StateRow {
  user_name: string;
  tenant_id: string;
  membership_id: string;
  company_id: string | null;
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

/**
 * A row's `revision` counts its changes (a trigger sees to it): each change of a membership, a package or a role, and each role given
 * or taken, makes another fingerprint. The companies that a member sees are in it themselves.
 */
const fingerprint = (tree: string) =>
  `concat(m.id, ' ', m.revision, '/', tp.id, ' ', tp.revision, '/', r.fingerprint, '/', ${tree}, '/', u.name) AS fingerprint`;

/** The own company and those below it. */
const companyTree = 'companies_below($3, m.company_id)';

const sessionText = (columns: string, more: { roles?: string; tables?: string } = {}) => `
  SELECT s.id, s.user_id, s.gen, s.confirmed_gen, s.expired_gen, s.rotated_at, s.last_refresh_at, s.absolute_expires_at,
         s.revoked_at, s.revoked_reason,
         m.state = 'ACTIVE' AND ${activeTenantText('t', '$2')} AS admitted,
         ${columns}
  FROM sessions s
  JOIN users u ON u.id = s.user_id
  JOIN tenants t ON t.id = s.tenant_id
  LEFT JOIN tenant_packages tp ON tp.id = t.package_id
  JOIN memberships m ON m.tenant_id = $3 AND m.user_id = s.user_id
  CROSS JOIN LATERAL (
    SELECT string_agg(concat(r.id, ' ', r.revision), ' ' ORDER BY r.id) AS fingerprint ${more.roles ?? ''}
    FROM membership_roles mr JOIN roles r ON r.tenant_id = $3 AND r.id = mr.role_id
    WHERE mr.tenant_id = $3 AND mr.membership_id = m.id) r ${more.tables ?? ''}
  WHERE s.id = ANY($1::uuid[]) AND s.tenant_id = $3`;

const stateText = sessionText(fingerprint('NULL'));
const stateInTreeText = sessionText(fingerprint(companyTree));

const wholeText = sessionText(
  `${fingerprint('tree.company_ids')}, u.name AS user_name, s.tenant_id, m.id AS membership_id, m.company_id, r.roles,
   tp.permission_groups AS package_groups, tree.company_ids`,
  {
    roles: `, coalesce(bool_or(r.data_scope = 'COMPANY_TREE'), false) AS tree,
      coalesce(json_agg(json_build_object('id', r.id, 'code', r.code, 'name', r.name, 'scope', r.data_scope,
        'merchantIds', r.merchant_ids, 'permissions', r.permissions, 'ceiling', r.amount_ceiling)), '[]') AS roles`,
    tables: `CROSS JOIN LATERAL (SELECT CASE WHEN r.tree THEN ${companyTree} END AS company_ids) tree`,
  },
);

interface SessionKey {
  id: string;
  tenantId: string;
}

/** So many callers are remembered at most. */
const remembered = 10_000;

/** Finds a session with its caller as they are now, or null when there is none. */
type ReadSession = (sessionId: string) => Promise<SessionState | null>;

/**
 * Makes the reader of sessions. Each call asks the database; what a caller may do is read again only when the
 * fingerprint is another one than last time (docs/decisions/0003-sessions-without-a-cache.md).
 */
export function makeReadSession(pool: pg.Pool, clock: Pick<Clock, 'businessNow'>): ReadSession {
  const callers = new LRUCache<string, { fingerprint: string; inTree: boolean; caller: Session }>({
    max: remembered,
  });
  const tenants = new DataLoader(
    async (ids: readonly string[]) => {
      const { rows } = await pool.query<{ id: string; tenant_id: string }>({
        name: 'session-tenant',
        text: 'SELECT id, tenant_id FROM sessions WHERE id = ANY($1::uuid[])',
        values: [[...new Set(ids)]],
      });
      const found = new Map(rows.map((row) => [row.id, row.tenant_id]));
      return ids.map((id) => found.get(id));
    },
    { cache: false, batchScheduleFn: setImmediate },
  );
  const states = makeReader<StateRow>('session-state', stateText);
  const statesInTree = makeReader<StateRow>('session-state-in-tree', stateInTreeText);
  const wholes = makeReader<WholeRow>('session-whole', wholeText);

  return async (sessionId) => {
    const known = callers.get(sessionId);
    if (known) {
      const key = { id: sessionId, tenantId: known.caller.tenantId };
      const row = await (known.inTree ? statesInTree : states).load(key);
      if (row?.fingerprint === known.fingerprint) return stateOf(row, known.caller);
      callers.delete(sessionId);
    }
    // The tenant of a session never changes, and everything else is found by it.
    const tenantId = known?.caller.tenantId ?? (await tenants.load(sessionId));
    const row = tenantId && (await wholes.load({ id: sessionId, tenantId }));
    if (!row) return null;
    const caller = callerOf(row);
    callers.set(sessionId, { fingerprint: row.fingerprint, inTree: row.company_ids !== null, caller });
    return stateOf(row, caller);
  };

  /** Requests of a tenant that came in together, in one turn of the event loop, are one question; nothing is kept for the next. */
  function makeReader<Row extends StateRow>(
    name: string,
    text: string,
  ): DataLoader<SessionKey, Row | undefined> {
    return new DataLoader(
      async (keys) => {
        const now = clock.businessNow();
        const perTenant = Map.groupBy(keys, ({ tenantId }) => tenantId);
        const answers = await Promise.all(
          [...perTenant].map(([tenantId, ofTenant]) =>
            pool.query<Row>({
              name,
              text,
              values: [[...new Set(ofTenant.map(({ id }) => id))], now, tenantId],
            }),
          ),
        );
        const found = new Map(answers.flatMap(({ rows }) => rows.map((row) => [row.id, row])));
        return keys.map(({ id }) => found.get(id));
      },
      { cache: false, batchScheduleFn: setImmediate },
    );
  }
}

function stateOf(row: StateRow, caller: Session): SessionState {
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
    revokedReason: row.revoked_reason,
    admitted: row.admitted,
    caller,
  };
}

function callerOf(row: WholeRow): Session {
  const scopes = new Set(row.roles.map((role) => role.scope));
  const ceilings = row.roles.map((role) => role.ceiling);
  return {
    id: row.id,
    userId: row.user_id,
    userName: row.user_name,
    tenantId: row.tenant_id,
    membershipId: row.membership_id,
    companyId: row.company_id,
    roles: row.roles.map(({ id: roleId, code, name }) => ({ id: roleId, code, name })),
    permissions: new Set(
      allowedPermissions(
        row.roles.map(({ scope, permissions }) => ({ dataScope: scope, permissions })),
        row.package_groups,
      ),
    ),
    granted: new Set(withParts(row.roles.flatMap(({ permissions }) => permissions))),
    scope: {
      all: scopes.has('ALL'),
      tenant: scopes.has('TENANT'),
      companyIds: row.company_ids ?? [],
      merchantIds: row.roles.flatMap((role) => (role.scope === 'MERCHANTS' ? role.merchantIds : [])),
    },
    // The most generous role counts; one without a ceiling lifts it.
    amountCeiling:
      ceilings.length === 0 || ceilings.includes(null) ? null : Math.max(...(ceilings as number[])),
  };
}
