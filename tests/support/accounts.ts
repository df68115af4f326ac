import { connect } from '@xyxlx/database/connect';
import jwt from 'jsonwebtoken';
import { expect } from 'vitest';
import { eventually } from './eventually.ts';
import type { TestApi } from './test-api.ts';

/** The session's row behind a token, with the membership it works as. */
export async function sessionOf(api: TestApi, token: string) {
  const { sid } = jwt.decode(token) as { sid: string };
  const session = await api.deps.database.prisma.session.findUniqueOrThrow({ where: { id: sid } });
  const { userId, tenantId } = session;
  const membership = await api.deps.database.prisma.membership.findUniqueOrThrow({
    where: { tenantId_userId: { tenantId, userId } },
  });
  return { ...session, membershipId: membership.id };
}

/** The id of the account that signs in with a mobile. */
export async function userIdOf(api: TestApi, mobile: string): Promise<string> {
  return (await api.deps.database.prisma.user.findUniqueOrThrow({ where: { mobile } })).id;
}

/** Returns once so many statements of the database wait for somebody's lock. */
export async function waitingForLock({ databaseUrl }: TestApi, statements: number): Promise<void> {
  // The service's role does not see what others wait for.
  const superuser = await connect(databaseUrl);
  try {
    await eventually(async () => {
      const { rows } = await superuser.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      expect(rows[0]?.count).toBeGreaterThanOrEqual(statements);
    });
  } finally {
    await superuser.end();
  }
}

/** The newest code that was sent to a mobile for a scene, or undefined. */
export async function sentCode(api: TestApi, mobile: string, scene: string): Promise<string | undefined> {
  const message = await api.deps.database.prisma.outboxMessage.findFirst({
    where: { mobile, scene },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
  return message?.code ?? undefined;
}
