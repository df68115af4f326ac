import type { Deps } from '../../deps.ts';
import type { RequestInfo } from '../../wire/implement.ts';

/** After so many wrong passwords in a row the account is locked for `lockTime` ms, counted across replicas. */
export const maxTries = 10;
const lockTime = 30 * 60_000;

/**
 * Writes down whether a password was right, and says whether it opens the account: never while that is locked.
 * The account's row is the queue: whatever is tried side by side, a right password counts only if fewer than `maxTries` wrong ones were written before it.
 */
export async function settleTry(
  { database, clock }: Deps,
  { ip }: RequestInfo,
  mobile: string,
  isRight: boolean,
): Promise<boolean> {
  const now = clock.now();
  const lockedUntil = new Date(now.getTime() + lockTime);
  const [row] = await database.prisma.$queryRaw<{ id: string; failedTries: number }[]>`
    UPDATE users SET
      failed_tries = CASE WHEN ${isRight} THEN 0 WHEN locked_until IS NULL THEN failed_tries + 1 ELSE 1 END,
      locked_until = CASE WHEN NOT ${isRight} AND locked_until IS NULL AND failed_tries + 1 >= ${maxTries}
                          THEN ${lockedUntil}::timestamptz END
    WHERE mobile = ${mobile} AND (locked_until IS NULL OR locked_until <= ${now}::timestamptz)
    RETURNING id, failed_tries AS "failedTries"`;
  if (row && row.failedTries >= maxTries) {
    await database.prisma.securityEvent.create({
      data: {
        kind: 'account-locked',
        userId: row.id,
        ip,
        detail: { tries: row.failedTries },
        createdAt: now,
      },
    });
  }
  return isRight && row !== undefined;
}
