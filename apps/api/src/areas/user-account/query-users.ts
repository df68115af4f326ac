import type { userAdministration as contract } from '@xyxlx/contracts/user-administration';
import type { Prisma } from '@xyxlx/database/client/client';
import type { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { literal } from '../../platform/literal.ts';
import type { Session } from '../../sessions/session.ts';
import { presentUserRow, userInclude } from './present-user.ts';
import { membershipScope, ownTenantFirst } from './scope.ts';

type Input = z.output<typeof contract.queryUser.input>;
export type UserFilters = Pick<Input, 'keyword' | 'state' | 'companyId' | 'roleId' | 'updatePassword'>;

/** A page of the users that the caller may see; one line a user, however many tenants they belong to. */
export async function queryUsers({ database, clock }: Deps, session: Session, input: Input) {
  const { pageNum, pageSize, sort } = input;
  const now = clock.now();
  const memberships = membershipsMatching(session, input);
  const where: Prisma.UserWhereInput = {
    AND: [{ memberships: { some: memberships } }, usersMatching(input, now)],
  };
  const [total, users] = await Promise.all([
    database.prisma.user.count({ where }),
    database.prisma.user.findMany({
      where,
      orderBy: [orderOf(sort), { id: 'desc' }],
      skip: (pageNum - 1) * pageSize,
      take: pageSize,
      include: { memberships: { where: memberships, include: userInclude, orderBy: { createdAt: 'asc' } } },
    }),
  ]);
  const shown = users.map((user) => ownTenantFirst(user.memberships, session));
  const list = shown.filter((membership) => membership !== undefined).map((one) => presentUserRow(one, now));
  return { list, total, pageNum, pageSize };
}

/** The membership that each user of the list is shown with. */
export async function shownMemberships(
  { database, clock }: Deps,
  session: Session,
  filters: UserFilters,
): Promise<string[]> {
  const memberships = await database.prisma.membership.findMany({
    where: {
      AND: [membershipsMatching(session, filters), { user: usersMatching(filters, clock.now()) }],
    },
    select: { id: true, tenantId: true, userId: true },
    orderBy: { createdAt: 'asc' },
  });
  const ofUsers = Map.groupBy(memberships, ({ userId }) => userId);
  return [...ofUsers.values()].flatMap((all) => ownTenantFirst(all, session)?.id ?? []);
}

/** What a membership must be for its user to be listed; the data scope is part of it. */
function membershipsMatching(
  session: Session,
  { state, companyId, roleId }: UserFilters,
): Prisma.MembershipWhereInput {
  const wantsActive = state?.some((one) => one !== 'DISABLED');
  const wantsDisabled = state?.includes('DISABLED');
  return {
    AND: [
      membershipScope(session),
      companyId ? { companyId } : {},
      roleId ? { roles: { some: { roleId } } } : {},
      state && wantsActive !== wantsDisabled ? { state: wantsDisabled ? 'DISABLED' : 'ACTIVE' } : {},
    ],
  };
}

/** What the user must be. */
function usersMatching({ keyword, state, updatePassword }: UserFilters, now: Date): Prisma.UserWhereInput {
  return { AND: [keywordFilter(keyword), lockFilter(state, now), passwordFilter(updatePassword)] };
}

function keywordFilter(keyword: string | undefined): Prisma.UserWhereInput {
  if (!keyword) return {};
  const exact = keyword.toLowerCase();
  return {
    OR: [
      { name: { contains: literal(keyword), mode: 'insensitive' } },
      { mobile: exact },
      { email: { equals: literal(keyword), mode: 'insensitive' } },
      // Parts of a number would let somebody without 查看 find it out digit by digit; the last four are on the screen anyway.
      ...(/^\d{4}$/.test(keyword) ? [{ mobile: { endsWith: keyword } }] : []),
    ],
  };
}

/** 正常 and 锁定 are told apart by the lock; disabled users are listed whatever theirs. */
function lockFilter(state: UserFilters['state'], now: Date): Prisma.UserWhereInput {
  if (!state || state.includes('ACTIVE') === state.includes('LOCKED')) return {};
  const locked: Prisma.UserWhereInput = { lockedUntil: { gt: now } };
  const unlocked: Prisma.UserWhereInput = { OR: [{ lockedUntil: null }, { lockedUntil: { lte: now } }] };
  const wanted = state.includes('LOCKED') ? locked : unlocked;
  if (!state.includes('DISABLED')) return wanted;
  return { OR: [wanted, { memberships: { some: { state: 'DISABLED' } } }] };
}

function passwordFilter(updatePassword: number | undefined): Prisma.UserWhereInput {
  if (updatePassword === undefined) return {};
  return { passwordChangedAt: updatePassword === 0 ? null : { not: null } };
}

function orderOf(sort: Input['sort']): Prisma.UserOrderByWithRelationInput {
  if (!sort) return { createdAt: 'desc' };
  if (sort.field === 'lastLoginAt') return { lastLoginAt: { sort: sort.order, nulls: 'last' } };
  return { [sort.field]: sort.order };
}
