import type { Actor, Requester } from '../../core/caller.ts';
import type { Deps } from '../../core/deps.ts';
import type { SigningChannel } from '../../core/signing-channel.ts';
import { roomFor } from '../security/rate-limit.ts';
import { type Attempt, logAttempts } from './operation-log.ts';

/** How many rows of what was refused one person, or one channel, may add to the log; past that their attempts are counted, not written. */
export const attemptLimits = [
  { max: 60, seconds: 600 },
  { max: 500, seconds: 86_400 },
] as const;

/** Writes as many of `count` attempts as there is room for, in a transaction of their own, and one row that says when there is no more. */
export async function writeAttempts(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  by: Requester<Actor | SigningChannel>,
  count: number,
  attempts: (room: number) => Promise<Attempt[]>,
): Promise<void> {
  const { session } = by;
  const { tenantId, userName } = session;
  const who =
    session.userId === null
      ? { type: 'channelBinding', id: session.bindingId }
      : { type: 'user', id: session.userId };
  const limits = attemptLimits.map((limit) => ({ ...limit, key: `attempts/${who.id}` }));
  // Not `inTransaction`: the attempt is no answer to be kept under an idempotency key.
  const { room, usedUp } = await roomFor(database.prisma, limits, count, clock.now());
  const rows = room > 0 ? await attempts(room) : [];
  if (usedUp) {
    rows.push({
      tenantId,
      module: 'operationLog',
      action: 'manyRefusals',
      target: { ...who, label: userName },
      result: 'REFUSED',
      failure: {
        code: 429,
        zh: `${usedUp.seconds / 60} 分钟内被拒绝的操作已超过 ${usedUp.max} 次，其后的只计数，不再逐条记录`,
        en: `More than ${usedUp.max} refused attempts in ${usedUp.seconds / 60} minutes: what follows is counted, not written one by one`,
      },
    });
  }
  if (rows.length > 0) await database.prisma.$transaction((tx) => logAttempts(tx, by, rows));
}
