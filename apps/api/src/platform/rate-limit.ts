import type { Prisma, PrismaClient } from '@xyxlx/database/client/client';
import { TooMany } from '../wire/errors.ts';

/** At most `max` times in `seconds` from the first use of a key; counted in the database, so replicas share it. */
export interface Limit {
  key: string;
  max: number;
  seconds: number;
}

/** Counts one use of each limit, or of none: throws 429 with the longest wait when one is used up. */
export async function takeOf(prisma: PrismaClient, limits: Limit[], now: Date): Promise<void> {
  const windows = limits
    .map(({ key, max, seconds }) => ({
      key: `${key}/${seconds}`,
      max,
      endsAt: new Date(now.getTime() + seconds * 1000),
    }))
    // One order for everybody, so that two callers never wait for each other.
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  // A refusal undoes the count: who asks again too soon does not use up the day.
  await prisma.$transaction((tx) => countUp(tx, windows, now));
}

async function countUp(
  tx: Prisma.TransactionClient,
  windows: { key: string; max: number; endsAt: Date }[],
  now: Date,
): Promise<void> {
  const rows = await tx.$queryRaw<{ key: string; count: number; ends_at: Date }[]>`
    INSERT INTO rate_windows AS w (key, ends_at, count)
    SELECT key, ends_at, 1
    FROM unnest(${windows.map((w) => w.key)}::text[], ${windows.map((w) => w.endsAt)}::timestamptz[]) AS given(key, ends_at)
    ON CONFLICT (key) DO UPDATE SET
      count = CASE WHEN w.ends_at <= ${now}::timestamptz THEN 1 ELSE w.count + 1 END,
      ends_at = CASE WHEN w.ends_at <= ${now}::timestamptz THEN excluded.ends_at ELSE w.ends_at END
    RETURNING key, count, ends_at`;
  const waits = rows
    .filter((row) => row.count > (windows.find((w) => w.key === row.key)?.max ?? 0))
    .map((row) => Math.ceil((row.ends_at.getTime() - now.getTime()) / 1000));
  if (waits.length > 0) throw new TooMany(Math.max(1, ...waits));
}
