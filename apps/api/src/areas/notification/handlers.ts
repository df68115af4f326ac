import type { notification as contract } from '@xyxlx/contracts/notification';
import type { Notification, Prisma } from '@xyxlx/database/client/client';
import { cursorAfter, readCursor } from '../../platform/keyset.ts';
import type { Session } from '../../sessions/session.ts';
import type { Handlers } from '../../wire/implement.ts';
import type { Language } from '../../wire/language.ts';

/** Counting stops here; nobody reads further. */
const countedAtMost = 1000;

export const notification: Handlers<typeof contract> = {
  queryNotification: async ({ input, session, request, deps: { database } }) => {
    const { pageNum, pageSize, cursor, unread } = input;
    const order = input.sort?.order ?? 'desc';
    const where: Prisma.NotificationWhereInput = { ...own(session), ...(unread && { readAt: null }) };
    const after = cursor && readCursor(cursor);
    const [counted, rows] = await Promise.all([
      database.prisma.notification.count({ where, take: countedAtMost + 1 }),
      database.prisma.notification.findMany({
        where: after ? { AND: [where, pastRow(after, order)] } : where,
        orderBy: [{ createdAt: order }, { id: order }],
        skip: after ? 0 : (pageNum - 1) * pageSize,
        take: pageSize + 1,
      }),
    ]);
    const list = rows.slice(0, pageSize);
    const last = list.at(-1);
    return {
      list: list.map((row) => present(row, request.language)),
      total: Math.min(counted, countedAtMost),
      totalIsEstimate: counted > countedAtMost,
      pageNum,
      pageSize,
      cursor: rows.length > pageSize && last ? cursorAfter(last) : null,
    };
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

function pastRow(
  { createdAt, id }: { createdAt: Date; id: string },
  order: 'asc' | 'desc',
): Prisma.NotificationWhereInput {
  const past = order === 'desc' ? 'lt' : 'gt';
  return { OR: [{ createdAt: { [past]: createdAt } }, { createdAt, id: { [past]: id } }] };
}

function present(
  { id, kind, titleZh, titleEn, link, readAt, createdAt }: Notification,
  language: Language,
): {
  id: string;
  kind: string;
  title: string;
  link: string | null;
  readAt: string | null;
  createdAt: string;
} {
  return {
    id,
    kind,
    title: language === 'zh' ? titleZh : titleEn,
    link,
    readAt: readAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}
