import { deviceSessions as contract } from '@xyxlx/contracts/device-sessions';
import type { Prisma, Session as SessionRow } from '@xyxlx/database/client/client';
import type { Deps } from '../../core/deps.ts';
import { recordMissing } from '../../core/errors.ts';
import { iso, sql } from '../../platform/db/sql.ts';
import { change } from '../../platform/db/transaction.ts';
import { hasId } from '../../platform/lists/conditions.ts';
import { listOf } from '../../platform/lists/list.ts';
import { queryList } from '../../platform/lists/query-list.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import type { Handlers } from '../../wire/implement.ts';
import { visibleMembership } from './membership-scope.ts';
import { mustOutrank } from './rank.ts';
import { logUser } from './user-log.ts';

/** Nobody looks through more devices; a program may sign in as often as it likes. */
const shownAtMost = 100;

const loginLines = {
  from: 'login_records',
  alias: 'l',
  primaryKey: ['id'],
  sort: { createdAt: { column: 'l.created_at', type: 'timestamptz' } },
  usual: ['createdAt', 'desc'],
  row: sql`json_build_object('id', l.id, 'result', CASE l.result WHEN 'ok' THEN 'ok' ELSE 'refused' END, 'device', l.device, 'ip', l.ip,
    'createdAt', ${iso('l.created_at')})`,
} as const;

const withResult = (result: string) => sql`l.result = ${result}`;

/** One's own tries to sign in. */
const ownLogins = listOf(contract.queryLoginRecord, {
  ...loginLines,
  scope: ({ userId }) => sql`l.user_id = ${userId}::uuid`,
  filters: { result: withResult },
});

/** A user's tries to sign in: where else somebody works is nobody's business here; what was refused was refused before any tenant. */
const userLogins = listOf(contract.queryUserLoginRecord, {
  ...loginLines,
  scope: ({ tenantId, scope }) =>
    scope.all ? sql`TRUE` : sql`(l.tenant_id = ${tenantId}::uuid OR l.result = 'refused')`,
  filters: { id: hasId('l.user_id'), result: withResult },
});

export const deviceSessions: Handlers<typeof contract> = {
  querySession: async ({ session, deps }) => {
    const rows = await deps.database.prisma.session.findMany({
      where: liveSessions(deps, { userId: session.userId }),
      orderBy: { lastRefreshAt: 'desc' },
      take: shownAtMost,
    });
    return { list: rows.map((row) => present(row, session.id)) };
  },

  endSession: async (call) => {
    const { input, session, deps } = call;
    await change(call, async (tx) => {
      const row = await tx.session.findFirst({
        where: liveSessions(deps, { id: input.id, userId: session.userId }),
      });
      if (!row) throw recordMissing();
      await deps.sessions.revoke(tx, { id: row.id }, 'forced');
      await logChange(tx, call, { tenantId: session.tenantId, id: row.id, label: row.device });
    });
    return null;
  },

  endOtherSessions: (call) =>
    change(call, async (tx) => {
      const { session, deps } = call;
      const ended = await deps.sessions.revoke(
        tx,
        { userId: session.userId, id: { not: session.id } },
        'forced',
      );
      await logChange(tx, call, {
        tenantId: session.tenantId,
        id: session.userId,
        label: session.userName,
        after: { ended },
      });
      return { ended };
    }),

  queryLoginRecord: (call) => queryList(call, ownLogins),

  queryUserSession: async ({ input, session, deps }) => {
    const { userId, tenantId } = await visibleMembership(deps.database.prisma, session, input.id);
    const rows = await deps.database.prisma.session.findMany({
      where: liveSessions(deps, { userId, tenantId }),
      orderBy: { lastRefreshAt: 'desc' },
      take: shownAtMost,
    });
    return { list: rows.map((row) => present(row, session.id)) };
  },

  endUserSession: (call) =>
    change(call, async (tx) => {
      const { input, session, deps } = call;
      const membership = await visibleMembership(tx, session, input.id);
      mustOutrank(session, membership);
      const ofUser = { userId: membership.userId, tenantId: membership.tenantId };
      if (input.sessionId) {
        const row = await tx.session.findFirst({
          where: liveSessions(deps, { ...ofUser, id: input.sessionId }),
        });
        if (!row) throw recordMissing();
      }
      const which = input.sessionId ? { id: input.sessionId } : ofUser;
      const ended = await deps.sessions.revoke(tx, which, 'forced');
      await logUser(tx, call, membership, {
        after: { ended },
        reason: input.reason,
      });
      return { ended };
    }),

  queryUserLoginRecord: async (call) => {
    await visibleMembership(call.deps.database.prisma, call.session, call.input.id);
    return queryList(call, userLogins);
  },
};

/** The sessions that a token could still be used or refreshed with. */
function liveSessions({ clock, settings }: Deps, which: Prisma.SessionWhereInput): Prisma.SessionWhereInput {
  const now = clock.now();
  return {
    ...which,
    revokedAt: null,
    absoluteExpiresAt: { gt: now },
    lastRefreshAt: { gt: new Date(now.getTime() - settings.refreshIdleTtl) },
  };
}

function present({ id, device, ip, createdAt, lastRefreshAt }: SessionRow, current: string) {
  return {
    id,
    device,
    ip,
    createdAt: createdAt.toISOString(),
    lastRefreshAt: lastRefreshAt.toISOString(),
    current: id === current,
  };
}
