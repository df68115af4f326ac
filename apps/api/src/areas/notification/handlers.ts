import { confidential } from '@xyxlx/contracts/confidential';
import { notification as contract } from '@xyxlx/contracts/notification';
import { paths } from '@xyxlx/contracts/paths';
import type { Prisma } from '@xyxlx/database/client/client';
import type { Session } from '../../core/session.ts';
import { iso, raw, sql } from '../../platform/db/sql.ts';
import { listOf } from '../../platform/lists/list.ts';
import { queryList } from '../../platform/lists/query-list.ts';
import type { Handlers } from '../../wire/implement.ts';

/** Counting stops here; a badge shows no more. */
const countedAtMost = 1000;

/** What leads there is confidential: who has lost the permission since does not read it any more. */
const confidentialPaths = `${paths.layout}/${confidential.module}/`;

/** One's own notifications. */
const notifications = listOf(contract.queryNotification, {
  from: 'notifications',
  alias: 'n',
  scope: ({
    tenantId,
    userId,
    permissions,
  }) => sql`n.tenant_id = ${tenantId}::uuid AND n.user_id = ${userId}::uuid
    AND (${permissions.has(confidential.permission)} OR n.link IS NULL OR NOT starts_with(n.link, ${confidentialPaths}))`,
  filters: { unread: (only) => only && sql`n.read_at IS NULL` },
  sort: { createdAt: { column: 'n.created_at', type: 'timestamptz' } },
  usual: ['createdAt', 'desc'],
  row: ({ request }) => sql`json_build_object('id', n.id, 'kind', n.kind,
    'title', ${raw(request.language === 'zh' ? 'n.title_zh' : 'n.title_en')}, 'link', n.link,
    'readAt', ${iso('n.read_at')}, 'createdAt', ${iso('n.created_at')})`,
});

export const notification: Handlers<typeof contract> = {
  queryNotification: (call) => queryList(call, notifications),

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

function own({ tenantId, userId, permissions }: Session): Prisma.NotificationWhereInput {
  if (permissions.has(confidential.permission)) return { tenantId, userId };
  return { tenantId, userId, OR: [{ link: null }, { NOT: { link: { startsWith: confidentialPaths } } }] };
}
