import jwt from 'jsonwebtoken';
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

/** The newest code that was sent to a mobile for a scene, or undefined. */
export async function sentCode(api: TestApi, mobile: string, scene: string): Promise<string | undefined> {
  const message = await api.deps.database.prisma.outboxMessage.findFirst({
    where: { mobile, scene },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
  return message?.code ?? undefined;
}
