import type { userAdministration as contract } from '@xyxlx/contracts/user-administration';
import type { z } from 'zod';
import type { Deps } from '../../core/deps.ts';
import type { Session } from '../../core/session.ts';
import { sql } from '../../platform/db/sql.ts';
import { numberedPage } from '../../platform/lists/paged-list.ts';
import { invitationScope, membershipScope } from './membership-scope.ts';
import { invitationInclude, presentInvitation, presentUserRow, userInclude } from './present-user.ts';
import { orderOfUsers, shownUsers } from './users.sql.ts';

type Input = z.output<typeof contract.queryUser.input>;

/** A page of the users that the caller may see, with those who were asked to join. */
export async function queryUsers(
  { database, clock }: Deps,
  session: Session,
  { pageNum, pageSize, sort, ...filters }: Input,
): Promise<z.input<typeof contract.queryUser.output>> {
  const now = clock.now();
  const page = await numberedPage<{ id: string; isAsked: boolean }>(
    database.pool,
    {
      ...shownUsers(session, filters, now),
      orderBy: orderOfUsers(sort),
      row: sql`json_build_object('id', u.id, 'isAsked', u.state = 'PENDING')`,
    },
    { pageNum, pageSize },
  );
  const { list, ...counts } = page.parse();
  const idsOf = (asked: boolean) => list.filter(({ isAsked }) => isAsked === asked).map(({ id }) => id);
  const [memberships, invitations] = await Promise.all([
    database.prisma.membership.findMany({
      where: { AND: [membershipScope(session), { id: { in: idsOf(false) } }] },
      include: userInclude,
    }),
    database.prisma.invitation.findMany({
      where: { AND: [invitationScope(session), { id: { in: idsOf(true) } }] },
      include: invitationInclude,
    }),
  ]);
  const rows = new Map([
    ...memberships.map((membership) => [membership.id, presentUserRow(membership, now)] as const),
    ...invitations.map((invitation) => [invitation.id, presentInvitation(invitation)] as const),
  ]);
  return { list: list.map(({ id }) => rows.get(id)).filter((row) => row !== undefined), ...counts };
}
