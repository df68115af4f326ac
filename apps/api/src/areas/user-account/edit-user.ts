import type { userAdministration as contract } from '@xyxlx/contracts/user-administration';
import { spell } from '@xyxlx/database/spell';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import type { Deps } from '../../core/deps.ts';
import type { Session } from '../../core/session.ts';
import { change, type Transaction } from '../../platform/db/transaction.ts';
import { differenceOf } from '../../platform/operation-log/difference.ts';
import { maskMobile } from '../../platform/security/mask.ts';
import { keepingAnAdministrator } from './administrators.ts';
import { companyFor, roleAbove, rolesFor } from './assignment.ts';
import { claimVersion } from './claim-version.ts';
import { visibleMembership } from './membership-scope.ts';
import { mobileFree } from './mobile-free.ts';
import { notifyOldMobile } from './notify-old-mobile.ts';
import { mustOwnWholeAccount } from './own-whole-account.ts';
import type { MembershipWithUser } from './present-user.ts';
import { isWithin, mustOutrank } from './rank.ts';
import { logUser } from './user-log.ts';

type Input = z.output<typeof contract.editUser.input>;

/** Changes what the input names, all of it or nothing; throws 406 for a stale version. */
export async function editUser(call: Call<Input, Session>): Promise<void> {
  const { input, session, deps } = call;
  await change(call, async (tx) => {
    const before = await visibleMembership(tx, session, input.id);
    mustOutrank(session, before);
    await keepingAnAdministrator(tx, before.tenantId, async () => {
      await claimVersion(tx, deps, session, input);
      await editAccount(tx, deps, session, before, input);
      await editMembership(tx, session, before, input);
    });
    const { tenantId, id } = before;
    const after = await tx.membership.findUniqueOrThrow({
      where: { tenantId_id: { tenantId, id } },
      include: shownInLog,
    });
    await logUser(tx, call, before, differenceOf(described(before), described(after), loggedFields));
  });
}

const loggedFields = ['name', 'mobile', 'email', 'company', 'roles'] as const;
const shownInLog = {
  user: true,
  company: true,
  roles: { include: { role: true }, orderBy: { roleId: 'asc' } },
} as const;

/** Name, mobile and e-mail are the person's, in every tenant they work in. */
async function editAccount(
  tx: Transaction,
  deps: Deps,
  session: Session,
  before: MembershipWithUser,
  input: Input,
): Promise<void> {
  const { name, email } = input;
  const mobile = input.mobile?.toLowerCase();
  if (name === undefined && email === undefined && mobile === undefined) return;
  await mustOwnWholeAccount(tx, session, before);
  const moves = mobile !== undefined && mobile !== before.user.mobile;
  if (moves) await mobileFree(tx, mobile, before.userId);
  await tx.user.update({
    where: { id: before.userId },
    data: {
      ...(name !== undefined && { name, ...spell(name) }),
      ...(email !== undefined && { email }),
      // Nobody has shown yet that the new one is theirs.
      ...(moves && { mobile, provenAt: null }),
    },
  });
  if (moves) await notifyOldMobile(deps, tx, before.user.mobile);
}

/** Company and roles belong to the membership. */
async function editMembership(
  tx: Transaction,
  session: Session,
  { id: membershipId, tenantId, roles }: MembershipWithUser,
  { companyId, roleIds }: Input,
): Promise<void> {
  if (companyId !== undefined) {
    const company = await companyFor(tx, session, tenantId, companyId);
    await tx.membership.update({
      where: { tenantId_id: { tenantId, id: membershipId } },
      data: { companyId: company },
    });
  }
  if (roleIds === undefined) return;
  const had = new Set(roles.map(({ roleId }) => roleId));
  const wanted = new Set(roleIds);
  const added = await rolesFor(
    tx,
    session,
    tenantId,
    roleIds.filter((id) => !had.has(id)),
  );
  const taken = roles.filter(({ roleId }) => !wanted.has(roleId));
  const above = taken.find(({ role }) => !isWithin(session, role));
  if (above) throw roleAbove(above.role.name);
  await tx.membershipRole.deleteMany({
    where: { tenantId, membershipId, roleId: { in: taken.map(({ roleId }) => roleId) } },
  });
  await tx.membershipRole.createMany({ data: added.map((roleId) => ({ tenantId, membershipId, roleId })) });
}

function described({ user, company, roles }: Pick<MembershipWithUser, 'user' | 'company' | 'roles'>) {
  return {
    name: user.name,
    mobile: maskMobile(user.mobile),
    email: user.email && maskMobile(user.email),
    company: company?.name ?? null,
    roles: roles.map(({ role }) => role.name),
  };
}
