import type { signedIn } from '@xyxlx/contracts/user-account';
import type { Prisma } from '@xyxlx/database/client/client';
import type { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { maskMobile } from '../../platform/mask.ts';
import { Refusal } from '../../wire/errors.ts';
import type { RequestInfo } from '../../wire/implement.ts';
import { presentUser, userInclude } from './present-user.ts';

/** After so many wrong tries in a row the account is locked for `lockTime` ms, counted across replicas. */
const maxTries = 10;
const lockTime = 30 * 60_000;

type SignedIn = z.input<typeof signedIn>;

/** The same words and the same time for an unknown account, a wrong password, a locked and a disabled one. */
function wrongCredentials(): Refusal {
  return new Refusal({ zh: '账号或密码错误', en: 'Wrong account or password' });
}

/** Opens a session for a mobile and a password; throws 406 with one text for every reason. */
export async function signIn(
  deps: Deps,
  request: RequestInfo,
  { mobile, password }: { mobile: string; password: string },
): Promise<SignedIn> {
  const { prisma } = deps.database;
  const user = await takeTry(deps, mobile.toLowerCase());
  const matches = user
    ? await deps.passwords.verify(user.passwordHash, password)
    : await deps.passwords.verifyNothing(password);
  const membership = user && matches ? await usableMembership(deps, user.id) : null;
  if (!user || !membership) {
    await record(deps, request, mobile, user?.id, 'refused');
    throw wrongCredentials();
  }
  return prisma.$transaction(async (tx) => {
    await tx.user.update({ where: { id: user.id }, data: { failedTries: 0, lockedUntil: null } });
    const { token } = await deps.sessions.open(
      tx,
      { userId: user.id, tenantId: membership.tenantId },
      request,
    );
    await record(deps, request, mobile, user.id, 'ok', tx);
    return { token, user: presentUser(membership) };
  });
}

/** Counts the try before the password is looked at, so that tries side by side can't pass the limit; null when unknown or locked. */
async function takeTry(deps: Deps, mobile: string): Promise<{ id: string; passwordHash: string } | null> {
  const now = deps.clock.now();
  const [row] = await deps.database.prisma.$queryRaw<{ id: string; passwordHash: string }[]>`
    UPDATE users SET
      failed_tries = CASE WHEN locked_until IS NULL THEN failed_tries ELSE 0 END + 1,
      locked_until = CASE WHEN locked_until IS NULL AND failed_tries + 1 >= ${maxTries}
                          THEN ${new Date(now.getTime() + lockTime)}::timestamptz END
    WHERE mobile = ${mobile} AND (locked_until IS NULL OR locked_until <= ${now}::timestamptz)
    RETURNING id, password_hash AS "passwordHash"`;
  return row ?? null;
}

/** The tenant the user signs in to: the oldest membership that is active in a tenant that is. */
async function usableMembership({ database, clock }: Deps, userId: string) {
  return database.prisma.membership.findFirst({
    where: {
      userId,
      state: 'ACTIVE',
      tenant: {
        state: 'ACTIVE',
        OR: [{ expiresAt: null }, { expiresAt: { gt: clock.businessNow() } }],
      },
    },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    include: userInclude,
  });
}

async function record(
  { database, clock }: Deps,
  { device, ip }: RequestInfo,
  mobile: string,
  userId: string | undefined,
  result: 'ok' | 'refused',
  tx: Prisma.TransactionClient = database.prisma,
): Promise<void> {
  await tx.loginRecord.create({
    data: { userId: userId ?? null, mobile: maskMobile(mobile), result, device, ip, createdAt: clock.now() },
  });
}
