import type { userAdministration as contract } from '@xyxlx/contracts/user-administration';
import type { z } from 'zod';
import { literal } from '../../platform/literal.ts';
import { allOf, anywhere, raw, type Sql, sql } from '../../platform/sql.ts';
import type { Session } from '../../sessions/session.ts';
import { visibleMemberships } from './scope.ts';

type Input = z.output<typeof contract.queryUser.input>;
type UserFilters = Pick<Input, 'keyword' | 'state' | 'companyId' | 'roleId' | 'updatePassword'>;

/** 停用 before 锁定 before 正常, of the membership `m` of the user `u`; `stateOf` says the same of a row. */
export function userState(now: Date): Sql {
  return sql`CASE WHEN m.state = 'DISABLED' THEN 'DISABLED' WHEN u.locked_until > ${now}::timestamptz THEN 'LOCKED' ELSE 'ACTIVE' END`;
}

/**
 * The users `u` that a caller sees, each with the membership `m` they are shown with: the one in the caller's own tenant,
 * otherwise the oldest, of those that the filters leave. One line a user, however many tenants they belong to.
 */
export function shownUsers(
  session: Session,
  { keyword, state, companyId, roleId, updatePassword }: UserFilters,
  now: Date,
): { from: Sql; where: Sql } {
  const memberships = allOf([
    visibleMemberships(session, 'm'),
    companyId && sql`m.company_id = ${companyId}::uuid`,
    roleId &&
      sql`EXISTS (SELECT FROM membership_roles mr WHERE mr.membership_id = m.id AND mr.role_id = ${roleId}::uuid)`,
    state && sql`${userState(now)} = ANY(${state}::text[])`,
  ]);
  const users = allOf([
    keyword && matches(keyword),
    updatePassword !== undefined &&
      (updatePassword === 0 ? sql`u.password_changed_at IS NULL` : sql`u.password_changed_at IS NOT NULL`),
  ]);
  // In one tenant a user has one membership: nothing to choose from.
  if (!session.scope.all) {
    return {
      from: raw('memberships m JOIN users u ON u.id = m.user_id'),
      where: sql`${memberships} AND ${users}`,
    };
  }
  return {
    from: sql`users u CROSS JOIN LATERAL (
      SELECT m.* FROM memberships m WHERE m.user_id = u.id AND ${memberships}
      ORDER BY m.tenant_id = ${session.tenantId}::uuid DESC, m.created_at, m.id LIMIT 1) m`,
    where: users,
  };
}

function matches(keyword: string): Sql {
  const exact = sql`u.name ILIKE ${anywhere(keyword)} OR u.mobile = ${keyword.toLowerCase()} OR u.email ILIKE ${literal(keyword)}`;
  // Parts of a number would let somebody without 查看 find it out digit by digit; the last four are on the screen anyway.
  return /^\d{4}$/.test(keyword) ? sql`(${exact} OR right(u.mobile, 4) = ${keyword})` : sql`(${exact})`;
}

/** The order of the list; who never signed in comes last, whichever way it is sorted. */
export function orderOfUsers(sort: Input['sort']): Sql {
  const { field, order } = sort ?? { field: 'createdAt', order: 'desc' };
  return raw(`${sortColumns[field]} ${order}${field === 'lastLoginAt' ? ' NULLS LAST' : ''}, u.id DESC`);
}

const sortColumns = {
  name: 'u.name',
  lastLoginAt: 'u.last_login_at',
  createdAt: 'u.created_at',
  updatedAt: 'u.updated_at',
} as const;
