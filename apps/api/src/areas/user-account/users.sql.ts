import {
  userAdministration as contract,
  type UserRow,
  userStateWords,
} from '@xyxlx/contracts/user-administration';
import type { Session } from '../../core/session.ts';
import { escapeLike } from '../../platform/db/escape-like.ts';
import { allOf, anywhere, fromStart, join, masked, raw, type Sql, sql } from '../../platform/db/sql.ts';
import { findIn, spelled, type Ways } from '../../platform/lists/find.ts';
import { type FiltersOf, listOf, type Viewer } from '../../platform/lists/list.ts';
import { inPageOrder, type PageKey } from '../../platform/lists/page-keys.ts';
import { keysOf } from '../../platform/records/lock-visible.ts';
import { ofOwnTenant, visibleCompanies } from '../../platform/records/scope.ts';
import { visibleMemberships } from './membership-scope.ts';
import { invitationInclude, presentInvitation, presentUserRow, userInclude } from './present-user.ts';

type UserFilters = FiltersOf<typeof contract.queryUser>;

/**
 * The users `u` that a caller sees, of those that the filters leave: everybody with the membership they are shown with (its id is
 * `u.id`), and below, with the same columns, those who were asked to join (`u.id` is the invitation's), with only what was typed.
 */
function shownUsers({ session, deps }: Viewer, filters: UserFilters): Sql {
  const now = deps.clock.now();
  return sql`(
      SELECT m.id, m.tenant_id, m.company_id, u.name, u.mobile, u.email, ${stateOfMember(now)} AS state, u.last_login_at,
        u.created_at, u.updated_at, u.id AS person
      FROM ${members(session, filters, now)}
      UNION ALL
      SELECT i.id, i.tenant_id, i.company_id, i.name, i.mobile, i.email, 'PENDING', NULL, i.created_at, i.updated_at, i.id
      FROM invitations i WHERE ${asked(session, filters)})`;
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
    visibleCompanies(session, 'i'),
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

/** The users that one may see, and who was asked to join. */
export const users = listOf(contract.queryUser, {
  from: shownUsers,
  alias: 'u',
  id: 'person',
  scope: () => sql`TRUE`,
  sort: {
    name: { column: 'u.name', type: 'text' },
    // Who never signed in comes last, whichever way it is sorted.
    lastLoginAt: {
      column: {
        asc: `coalesce(u.last_login_at, 'infinity')`,
        desc: `coalesce(u.last_login_at, '-infinity')`,
      },
      type: 'timestamptz',
    },
    createdAt: { column: 'u.created_at', type: 'timestamptz' },
    updatedAt: { column: 'u.updated_at', type: 'timestamptz' },
  },
  usual: ['createdAt', 'desc'],
  row: sql`json_build_object('tenantId', u.tenant_id, 'id', u.id, 'isAsked', u.state = 'PENDING')`,
  present: readUsers,
});

/** Those with a membership from there, the others from their invitation. */
async function readUsers(
  keys: (PageKey & { isAsked: boolean })[],
  { deps: { database, clock } }: Viewer,
): Promise<UserRow[]> {
  const [asked, joined] = [keys.filter(({ isAsked }) => isAsked), keys.filter(({ isAsked }) => !isAsked)];
  const [memberships, invitations] = await Promise.all([
    database.prisma.membership.findMany({ where: keysOf(joined), include: userInclude }),
    database.prisma.invitation.findMany({ where: keysOf(asked), include: invitationInclude }),
  ]);
  const now = clock.now();
  const rows = [
    ...memberships.map((row) => ({ id: row.id, shown: presentUserRow(row, now) })),
    ...invitations.map((row) => ({ id: row.id, shown: presentInvitation(row) })),
  ];
  return inPageOrder(keys, rows).map(({ shown }) => shown);
}

/** By the whole of what one signs in with; in the caller's own tenant, which has few, by a name from its start. */
const calledSo: Ways = (typed, session) => {
  const by = (condition: Sql) =>
    sql`m.user_id IN (SELECT u.id FROM users u WHERE u.id = m.user_id AND ${condition})`;
  const mobile = {
    condition: sql`m.user_id = (SELECT u.id FROM users u WHERE u.mobile = ${typed.toLowerCase()})`,
    whole: true,
  };
  if (/^\d+$|@/.test(typed)) return [mobile];
  const names = [
    sql`(u.name = ${typed} OR u.name LIKE ${fromStart(typed)})`,
    ...spelled('u.name_pinyin', 'u.name_initials')(typed, session).map(({ condition }) => condition),
  ];
  return [
    { condition: sql`${ofOwnTenant(session, 'm')} AND ${by(sql`(${join(names, ' OR ')})`)}`, whole: true },
  ];
};

const ofUser = (column: string) => `(SELECT ${column} FROM users u WHERE u.id = m.user_id)`;

/** Any member by what is typed. */
export const foundUsers = findIn(
  { endpoint: contract.queryUser, from: 'memberships', alias: 'm', scope: visibleMemberships },
  {
    kind: 'user',
    opensBy: 'm.user_id',
    by: [calledSo],
    number: ofUser(masked('u.mobile').sql),
    title: ofUser('u.name'),
    state: [
      // Of now, which stands outside: it is computed once.
      `(SELECT CASE WHEN m.state = 'DISABLED' THEN 'DISABLED' WHEN u.locked_until > t.now THEN 'LOCKED' ELSE 'ACTIVE' END
        FROM users u CROSS JOIN (SELECT now() AS now) t WHERE u.id = m.user_id)`,
      userStateWords,
    ],
  },
);
