import type { notification as contract, NotificationRow } from '@xyxlx/contracts/notification';
import type { Prisma } from '@xyxlx/database/client/client';
import type { Session } from '../../core/session.ts';
import { allOf, empty, iso, raw, sql } from '../../platform/db/sql.ts';
import { keysetPage } from '../../platform/lists/paged-list.ts';
import type { Handlers } from '../../wire/implement.ts';

/** Counting stops here; a badge shows no more. */
const countedAtMost = 1000;

export const notification: Handlers<typeof contract> = {
  queryNotification: async ({ input, session, request, deps }) => {
    const { pageNum, pageSize, cursor, unread, sort } = input;
    const title = raw(request.language === 'zh' ? 'n.title_zh' : 'n.title_en');
    return keysetPage<NotificationRow>(
      deps.database.pool,
      {
        table: 'notifications',
        alias: 'n',
        key: { column: 'created_at', type: 'timestamptz' },
        descending: sort?.order !== 'asc',
        where: allOf([
          sql`n.tenant_id = ${session.tenantId}::uuid AND n.user_id = ${session.userId}::uuid`,
          unread && sql`n.read_at IS NULL`,
        ]),
        joins: empty,
        row: sql`json_build_object('id', n.id, 'kind', n.kind, 'title', ${title}, 'link', n.link,
          'readAt', ${iso('n.read_at')}, 'createdAt', ${iso('n.created_at')})`,
      },
      { pageNum, pageSize, cursor },
    );
  },

  unreadCount: async ({ session, deps: { database } }) => ({
    count: await database.prisma.notification.count({
      where: { ...own(session), readAt: null },
      take: countedAtMost,
    }),
  }),

  // Not a change that the operation log wants: it says only what somebody has looked at.
  markRead: async ({ input, session, deps: { database, clock } }) => {
    await database.prisma.notification.updateMany({
      where: { ...own(session), readAt: null, ...(input.ids && { id: { in: input.ids } }) },
      data: { readAt: clock.now() },
    });
    return null;
  },
};

function own({ tenantId, userId }: Session): Prisma.NotificationWhereInput {
  return { tenantId, userId };
}
