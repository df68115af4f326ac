import type { BulkResult } from '@xyxlx/contracts/bulk';
import type { Deps } from '../../core/deps.ts';
import { Refusal } from '../../core/errors.ts';
import { rowByRow } from '../../platform/records/bulk.ts';
import { disableUser, enableUser } from './change-user-state.ts';
import { editUser } from './edit-user.ts';
import type { MembershipWithUser } from './present-user.ts';
import { visibleMembership } from './scope.ts';
import type { Caller } from './user-log.ts';

type Chosen = { ids: string[]; reason: string };

/** Disables users one by one, as each would be alone. */
export function disableUsers(deps: Deps, caller: Caller, { ids, reason }: Chosen): Promise<BulkResult> {
  return eachUser(deps, caller, ids, (which) => disableUser(deps, caller, { ...which, reason }));
}

/** Lets disabled users sign in again, one by one. */
export function enableUsers(deps: Deps, caller: Caller, { ids, reason }: Chosen): Promise<BulkResult> {
  return eachUser(deps, caller, ids, (which) => enableUser(deps, caller, { ...which, reason }));
}

/** Gives a role to users one by one, beside those they have. */
export function assignRole(
  deps: Deps,
  caller: Caller,
  { ids, roleId }: { ids: string[]; roleId: string },
): Promise<BulkResult> {
  return eachUser(deps, caller, ids, (which, { roles }) => {
    const had = roles.map(({ role }) => role.id);
    if (had.includes(roleId))
      throw new Refusal({ zh: '用户已有该角色', en: 'The user has this role already' });
    return editUser(deps, caller, { ...which, roleIds: [...had, roleId] });
  });
}

/** A list has no say over versions: each user is taken as they are at their turn. */
function eachUser(
  deps: Deps,
  { session, request }: Caller,
  ids: string[],
  act: (which: { id: string; version: number }, membership: MembershipWithUser) => Promise<unknown>,
): Promise<BulkResult> {
  return rowByRow(ids, request.language, async (id) => {
    const membership = await visibleMembership(deps.database.prisma, session, id);
    await act({ id, version: membership.user.version }, membership);
  });
}
