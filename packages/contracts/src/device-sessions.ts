import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, instant, noInput, nothing, reason } from './fields.ts';
import { cursorPageInput, cursorPageOf } from './paging.ts';

/** A signed-in device. */
export const deviceSession = z.strictObject({
  id,
  /** The user agent as the browser sent it. */
  device: z.string(),
  ip: z.string(),
  createdAt: instant,
  lastRefreshAt: instant,
  /** The session that asks. */
  current: z.boolean(),
});

/** One try to sign in. */
export const loginRecord = z.strictObject({
  id,
  result: z.enum(['ok', 'refused']),
  device: z.string(),
  ip: z.string(),
  createdAt: instant,
});

const sessions = z.strictObject({ list: z.array(deviceSession) });
const ended = z.strictObject({ ended: z.int().min(0) });
const loginSortFields = ['createdAt'] as const;
const loginFilters = { result: z.enum(['ok', 'refused']).optional() };

/** The part of `/userAccount` about signed-in devices and the login log. */
export const deviceSessions = {
  querySession: endpoint({
    kind: 'query',
    access: 'session',
    summary: { zh: '我的登录设备', en: 'My devices' },
    input: noInput,
    output: sessions,
  }),
  endSession: endpoint({
    kind: 'mutation',
    access: 'session',
    logs: 'session',
    summary: { zh: '下线我的一台设备', en: 'End one of my sessions' },
    input: z.strictObject({ id }),
    output: nothing,
  }),
  endOtherSessions: endpoint({
    kind: 'mutation',
    access: 'session',
    logs: 'user',
    summary: { zh: '下线我的其他设备', en: 'End all my other sessions' },
    input: noInput,
    output: ended,
  }),
  queryLoginRecord: endpoint({
    kind: 'query',
    access: 'session',
    summary: { zh: '我的登录记录', en: 'My sign-ins' },
    input: cursorPageInput(loginSortFields, loginFilters),
    output: cursorPageOf(loginRecord),
  }),
  queryUserSession: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'user.session',
    summary: { zh: '某用户的登录设备', en: "A user's devices" },
    input: z.strictObject({ id }),
    output: sessions,
  }),
  endUserSession: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'user.session',
    logs: 'user',
    summary: {
      zh: '强制下线；不带 sessionId 时为全部设备',
      en: "End a user's sessions; without `sessionId`, all of them",
    },
    input: z.strictObject({ id, sessionId: id.optional(), reason }),
    output: ended,
  }),
  queryUserLoginRecord: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'user.view',
    summary: { zh: '某用户的登录记录', en: "A user's sign-ins" },
    input: cursorPageInput(loginSortFields, { ...loginFilters, id }),
    output: cursorPageOf(loginRecord),
  }),
};
