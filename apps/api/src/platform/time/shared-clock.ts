import { z } from 'zod';
import type { Deps } from '../../core/deps.ts';
import { inTransaction } from '../db/transaction.ts';

const key = 'business-clock';
const topic = 'xyxlx_clock';
const stored = z.object({ offsetMs: z.number() });

type Parts = Pick<Deps, 'clock' | 'database' | 'pgNotifications'>;

/** Moves the business clock of every replica, also of those that start later. */
export async function moveSharedClock({ clock, database }: Parts, offsetMs: number): Promise<void> {
  await inTransaction(database, async (tx) => {
    const value = { offsetMs };
    await tx.sharedSetting.upsert({ where: { key }, create: { key, value }, update: { value } });
    await tx.$executeRaw`SELECT pg_notify(${topic}, ${String(offsetMs)})`;
  });
  clock.setBusinessOffset(offsetMs);
}

/** Takes over the offset that is stored, and from then on every move by any replica; returns what ends it. */
export async function followSharedClock(parts: Parts): Promise<() => void> {
  const read = async () => {
    const row = await parts.database.prisma.sharedSetting.findUnique({ where: { key } });
    const value = stored.safeParse(row?.value);
    parts.clock.setBusinessOffset(value.success ? value.data.offsetMs : 0);
  };
  const stop = await parts.pgNotifications.listen(
    topic,
    (payload) => parts.clock.setBusinessOffset(Number(payload)),
    // What was moved while the connection was gone; if this fails too, the next reconnection reads it.
    () => void read().catch(() => undefined),
  );
  await read();
  return stop;
}
