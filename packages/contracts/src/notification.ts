import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, instant, noInput, nothing } from './fields.ts';
import { cursorPageInput, cursorPageOf } from './paging.ts';

const notificationRow = z.strictObject({
  id,
  /** Such as `approval.pending`. */
  kind: z.string(),
  /** In the request's language. */
  title: z.string(),
  /** A path of the console. */
  link: z.string().nullable(),
  readAt: instant.nullable(),
  createdAt: instant,
});
export type NotificationRow = z.infer<typeof notificationRow>;

export const notification = {
  queryNotification: endpoint({
    kind: 'query',
    access: 'session',
    summary: { zh: '我的通知', en: 'My notifications' },
    input: cursorPageInput(['createdAt'], { unread: z.boolean().optional() }),
    output: cursorPageOf(notificationRow),
  }),
  unreadCount: endpoint({
    kind: 'query',
    access: 'session',
    summary: { zh: '未读通知数', en: 'How many are unread' },
    input: noInput,
    output: z.strictObject({ count: z.int().min(0) }),
  }),
  markRead: endpoint({
    kind: 'mutation',
    access: 'session',
    logs: null,
    summary: { zh: '标记已读；不带 ids 时为全部', en: 'Mark as read; without ids, all of them' },
    input: z.strictObject({ ids: z.array(id).min(1).max(200).optional() }),
    output: nothing,
  }),
};
