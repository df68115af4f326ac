import type { userAdministration as contract } from '@xyxlx/contracts/user-administration';
import type { z } from 'zod';
import type { Session } from '../../core/session.ts';
import { escapeLike } from '../../platform/db/escape-like.ts';
import { allOf, anywhere, raw, type Sql, sql } from '../../platform/db/sql.ts';
import { visibleInvitations, visibleMemberships } from './membership-scope.ts';

type Input = z.output<typeof contract.queryUser.input>;
type UserFilters = Pick<Input, 'keyword' | 'state' | 'companyId' | 'roleId' | 'updatePassword'>;

/**
 * The users `u` that a caller sees, of those that the filters leave: everybody with the membership they are shown with (its id is
 * `u.id`), and below the same columns whoever was asked to join (`u.id` is the invitation's), of whom nothing is known but what was typed.
 */
export function shownUsers(session: Session, filters: UserFilters, now: Date): { from: Sql; where: Sql } {
  return {
    from: sql`(
      SELECT m.id, m.tenant_id, m.company_id, u.name, u.mobile, u.email, ${stateOfMember(now)} AS state, u.last_login_at,
        u.created_at, u.updated_at, u.id AS person
      FROM ${members(session, filters, now)}
      UNION ALL
      SELECT i.id, i.tenant_id, i.company_id, i.name, i.mobile, i.email, 'PENDING', NULL, i.created_at, i.updated_at, i.id
      FROM invitations i WHERE ${asked(session, filters)}) u`,
    where: sql`TRUE`,
  };
}

/** 停用 before 锁定 before 正常, of the membership `m` of the user `u`; `stateOf` says the same of a row. */
function stateOfMember(now: Date): Sql {
  return sql`CASE WHEN m.state = 'DISABLED' THEN 'DISABLED' WHEN u.locked_until > ${now}::timestamptz THEN 'LOCKED' ELSE 'ACTIVE' END`;
}

/**
 * The membership in the caller's own tenant, otherwise the oldest, of those that the filters leave. One line a user, however
 * many tenants they belong to.
 */
function members(
  session: Session,
  { keyword, state, companyId, roleId, updatePassword }: UserFilters,
  now: Date,
): Sql {
  const memberships = allOf([
    visibleMemberships(session, 'm'),
    companyId && sql`m.company_id = ${companyId}::uuid`,
    roleId &&
      sql`EXISTS (SELECT FROM membership_roles mr WHERE mr.tenant_id = m.tenant_id AND mr.membership_id = m.id AND mr.role_id = ${roleId}::uuid)`,
    state && sql`${stateOfMember(now)} = ANY(${state}::text[])`,
  ]);
  const users = allOf([
    keyword && matches(keyword, 'u'),
    updatePassword !== undefined &&
      (updatePassword === 0 ? sql`u.password_changed_at IS NULL` : sql`u.password_changed_at IS NOT NULL`),
  ]);
  // In one tenant a user has one membership: nothing to choose from.
  if (!session.scope.all) {
    return sql`memberships m JOIN users u ON u.id = m.user_id WHERE ${memberships} AND ${users}`;
  }
  return sql`users u CROSS JOIN LATERAL (
      SELECT m.* FROM memberships m WHERE m.user_id = u.id AND ${memberships}
      ORDER BY m.tenant_id = ${session.tenantId}::uuid DESC, m.created_at, m.id LIMIT 1) m
    WHERE ${users}`;
}

/** The filters for invitations; whether their password was changed nobody is told, so they count as 1 like their rows say. */
function asked(session: Session, { keyword, state, companyId, roleId, updatePassword }: UserFilters): Sql {
  return allOf([
    visibleInvitations(session, 'i'),
    companyId && sql`i.company_id = ${companyId}::uuid`,
    roleId &&
      sql`EXISTS (SELECT FROM invitation_roles ir WHERE ir.tenant_id = i.tenant_id AND ir.invitation_id = i.id AND ir.role_id = ${roleId}::uuid)`,
    state && sql`'PENDING' = ANY(${state}::text[])`,
    keyword && matches(keyword, 'i'),
    updatePassword === 0 && sql`FALSE`,
  ]);
}

function matches(keyword: string, alias: string): Sql {
  const of = raw(alias);
  const exact = sql`${of}.name ILIKE ${anywhere(keyword)} OR ${of}.mobile = ${keyword.toLowerCase()} OR ${of}.email ILIKE ${escapeLike(keyword)}`;
  // Parts of a number would let somebody without 查看 find it out digit by digit; the last four are on the screen anyway.
  return /^\d{4}$/.test(keyword) ? sql`(${exact} OR right(${of}.mobile, 4) = ${keyword})` : sql`(${exact})`;
}

/** The order of the list; who never signed in comes last, whichever way it is sorted. */
export function orderOfUsers(sort: Input['sort']): Sql {
  const { field, order } = sort ?? { field: 'createdAt', order: 'desc' };
  return raw(`${sortColumns[field]} ${order}${field === 'lastLoginAt' ? ' NULLS LAST' : ''}, u.person DESC`);
}

const sortColumns = {
  name: 'u.name',
  lastLoginAt: 'u.last_login_at',
  createdAt: 'u.created_at',
  updatedAt: 'u.updated_at',
} as const;
