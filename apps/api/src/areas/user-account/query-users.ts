import type { userAdministration as contract } from '@xyxlx/contracts/user-administration';
import type { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { numberedPage } from '../../platform/paged-list.ts';
import { sql } from '../../platform/sql.ts';
import type { Session } from '../../sessions/session.ts';
import { presentUserRow, userInclude } from './present-user.ts';
import { orderOfUsers, shownUsers } from './users.sql.ts';

type Input = z.output<typeof contract.queryUser.input>;

/** A page of the users that the caller may see. */
export async function queryUsers(
  { database, clock }: Deps,
  session: Session,
  { pageNum, pageSize, sort, ...filters }: Input,
): Promise<z.input<typeof contract.queryUser.output>> {
  const now = clock.now();
  const page = await numberedPage<{ id: string }>(
    database.pool,
    {
      ...shownUsers(session, filters, now),
      orderBy: orderOfUsers(sort),
      row: sql`json_build_object('id', m.id)`,
    },
    { pageNum, pageSize },
  );
  const { list, ...counts } = page.parse();
  const memberships = await database.prisma.membership.findMany({
    where: { id: { in: list.map(({ id }) => id) } },
    include: userInclude,
  });
  const rows = new Map(memberships.map((membership) => [membership.id, presentUserRow(membership, now)]));
  return { list: list.map(({ id }) => rows.get(id)).filter((row) => row !== undefined), ...counts };
}
