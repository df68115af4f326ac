import type { BulkResult } from '@xyxlx/contracts/bulk';
import type { Membership } from '@xyxlx/database/client/client';
import type { Call } from '../../core/call.ts';
import type { Deps } from '../../core/deps.ts';
import { Refusal, recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { change, type Transaction } from '../../platform/db/transaction.ts';
import { assessEach } from '../../platform/records/bulk.ts';
import { keysOf } from '../../platform/records/lock-visible.ts';
import { nextVersion } from '../../platform/records/next-version.ts';
import { accountsLeft } from './account-limit.ts';
import { lockAdministrators, remainingAdministrators } from './administrators.ts';
import { roleAbove } from './assignment.ts';
import { notOneself } from './change-user-state.ts';
import { lockVisibleMembers } from './membership-scope.ts';
import type { MembershipWithUser } from './present-user.ts';
import { isWithin, mustOutrank } from './rank.ts';
import { logUsers } from './user-log.ts';
import { mustAllowUser } from './user-states.ts';

type Chosen = { ids: string[]; reason: string };

/** Disables users in their tenants and ends their sessions there, each by the rules of a single change, without a check of versions. */
export function disableUsers(call: Call<Chosen, Session>): Promise<BulkResult> {
  const { ids, reason } = call.input;
  const { session, request, deps } = call;
  return change(call, async (tx) => {
    await lockAdministrators(tx);
    const members = byUser(await lockVisibleMembers(tx, session, ids));
    const administrators = await remainingAdministrators(tx, members);
    const { kept, result } = assessEach({ ids, language: request.language }, members, (member) => {
      if (member.userId === session.userId) throw notOneself();
      mustOutrank(session, member);
      mustAllowUser('disableUsers', member, deps.clock.now());
      administrators.take(member);
    });
    await setState(tx, deps, session, kept, 'DISABLED');
    for (const [tenantId, ofTenant] of Map.groupBy(kept, (member) => member.tenantId)) {
      await deps.sessions.revoke(tx, { userId: userIdsOf(ofTenant), tenantId }, 'disabled');
    }
    await logUsers(tx, call, kept, () => ({
      before: { state: 'ACTIVE' },
      after: { state: 'DISABLED' },
      reason,
    }));
    return result;
  });
}

/** Lets disabled users sign in again, as many as their tenant's package allows. */
export function enableUsers(call: Call<Chosen, Session>): Promise<BulkResult> {
  const { ids, reason } = call.input;
  const { session, request, deps } = call;
  return change(call, async (tx) => {
    const members = byUser(await lockVisibleMembers(tx, session, ids));
    const tenantIds = members.map(({ tenantId }) => tenantId);
    const accounts = await accountsLeft(tx, tenantIds);
    const { kept, result } = assessEach({ ids, language: request.language }, members, (member) => {
      mustOutrank(session, member);
      mustAllowUser('enableUsers', member, deps.clock.now());
      accounts.take(member.tenantId);
    });
    await setState(tx, deps, session, kept, 'ACTIVE');
    await logUsers(tx, call, kept, () => ({
      before: { state: 'DISABLED' },
      after: { state: 'ACTIVE' },
      reason,
    }));
    return result;
  });
}

/** Gives a role to users, beside those they have. */
export function assignRole(call: Call<{ ids: string[]; roleId: string }, Session>): Promise<BulkResult> {
  const { ids, roleId } = call.input;
  const { session, request, deps } = call;
  return change(call, async (tx) => {
    const members = byUser(await lockVisibleMembers(tx, session, ids));
    const { tenantId } = keysOf(members);
    const role = await tx.role.findFirst({ where: { tenantId, id: roleId } });
    const { kept, result } = assessEach({ ids, language: request.language }, members, (member) => {
      if (member.roles.some((one) => one.roleId === roleId)) {
        throw new Refusal({ zh: '用户已有该角色', en: 'The user has this role already' });
      }
      mustOutrank(session, member);
      if (role?.tenantId !== member.tenantId) throw recordMissing();
      if (!isWithin(session, role)) throw roleAbove(role.name);
    });
    await nextVersions(tx, deps, session, kept);
    await tx.membershipRole.createMany({
      data: kept.map(({ tenantId, membershipId }) => ({ tenantId, membershipId, roleId })),
    });
    const given = role ? [{ roleId, role }] : [];
    await logUsers(tx, call, kept, ({ roles }) => ({
      before: { roles: namesOf(roles) },
      after: { roles: namesOf([...roles, ...given]) },
    }));
    return result;
  });
}

type Member = MembershipWithUser & { membershipId: string };

/** A list names its users. */
function byUser(memberships: readonly MembershipWithUser[]): Member[] {
  return memberships.map((membership) => ({
    ...membership,
    id: membership.userId,
    membershipId: membership.id,
  }));
}

function userIdsOf(members: readonly Member[]): { in: string[] } {
  return { in: members.map(({ userId }) => userId) };
}

/** In the order in which a user's roles are always shown. */
function namesOf(roles: readonly { roleId: string; role: { name: string } }[]): string[] {
  return roles.toSorted((a, b) => (a.roleId < b.roleId ? -1 : 1)).map(({ role }) => role.name);
}

async function setState(
  tx: Transaction,
  deps: Deps,
  session: Session,
  members: readonly Member[],
  state: Membership['state'],
): Promise<void> {
  await nextVersions(tx, deps, session, members);
  await tx.membership.updateMany({
    where: keysOf(members.map(({ tenantId, membershipId: id }) => ({ tenantId, id }))),
    data: { state },
  });
}

/** A form that has one of them open finds it changed. */
async function nextVersions(
  tx: Transaction,
  { clock }: Deps,
  session: Session,
  members: readonly Member[],
): Promise<void> {
  await tx.user.updateMany({ where: { id: userIdsOf(members) }, data: nextVersion(session, clock.now()) });
}
