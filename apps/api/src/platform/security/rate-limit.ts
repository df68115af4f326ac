import type { Prisma, PrismaClient } from '@xyxlx/database/client/client';
import { TooMany } from '../../core/errors.ts';

/** At most `max` times in `seconds` from the first use of a key; counted in the database, so replicas share it. */
interface Limit {
  key: string;
  max: number;
  seconds: number;
}

/** Counts one use of each limit, or of none: throws 429 with the longest wait when one is used up. */
export async function consumeLimits(prisma: PrismaClient, limits: Limit[], now: Date): Promise<void> {
  const windows = windowsOf(limits, now);
  // A refusal undoes the count: asking again too soon does not use up the day.
  await prisma.$transaction(async (tx) => {
    refuseOver(await countUp(tx, windows, 1, now), now);
  });
}

/** Throws 429 when one of the limits is used up already; counts nothing. */
export async function refuseUsedUp(prisma: PrismaClient, limits: Limit[], now: Date): Promise<void> {
  const windows = windowsOf(limits, now);
  const live = await prisma.rateWindow.findMany({
    where: { key: { in: windows.map(({ key }) => key) }, endsAt: { gt: now } },
  });
  // The use that is about to be made would be one more.
  refuseOver(
    live.map((row) => ({ ...row, count: row.count + 1, max: maxOf(windows, row.key) })),
    now,
  );
}

/** Counts one use of each limit, and keeps the count also where it throws 429. */
export async function countUse(prisma: PrismaClient, limits: Limit[], now: Date): Promise<void> {
  refuseOver(await countUp(prisma, windowsOf(limits, now), 1, now), now);
}

function refuseOver(counts: (Window & { count: number })[], now: Date): void {
  const waits = counts
    .filter(({ count, max }) => count > max)
    .map(({ endsAt }) => Math.ceil((endsAt.getTime() - now.getTime()) / 1000));
  if (waits.length > 0) throw new TooMany(Math.max(1, ...waits));
}

/** Counts `uses` of every limit, refusing nothing: for how many of them there was room, and which limit these used up. */
export async function roomFor(
  prisma: PrismaClient,
  limits: Limit[],
  uses: number,
  now: Date,
): Promise<{ room: number; usedUp: Limit | undefined }> {
  const counts = await countUp(prisma, windowsOf(limits, now), uses, now);
  const room = Math.min(...counts.map(({ count, max }) => Math.max(0, Math.min(uses, max - (count - uses)))));
  const usedUp = counts.find(({ count, max }) => count > max && count - uses <= max);
  return { room, usedUp: limits.find(({ max }) => max === usedUp?.max) };
}

interface Window {
  key: string;
  max: number;
  endsAt: Date;
}

function windowsOf(limits: Limit[], now: Date): Window[] {
  return (
    limits
      .map(({ key, max, seconds }) => ({
        key: `${key}/${seconds}`,
        max,
        endsAt: new Date(now.getTime() + seconds * 1000),
      }))
      // One order for everybody, so that two callers never wait for each other.
      .sort((a, b) => (a.key < b.key ? -1 : 1))
  );
}

async function countUp(
  tx: Pick<Prisma.TransactionClient, '$queryRaw'>,
  windows: Window[],
  uses: number,
  now: Date,
): Promise<(Window & { count: number })[]> {
  const rows = await tx.$queryRaw<{ key: string; count: number; endsAt: Date }[]>`
    INSERT INTO rate_windows AS w (key, ends_at, count)
    SELECT key, ends_at, ${uses}::int
    FROM unnest(${windows.map((w) => w.key)}::text[], ${windows.map((w) => w.endsAt)}::timestamptz[]) AS given(key, ends_at)
    ON CONFLICT (key) DO UPDATE SET
      count = CASE WHEN w.ends_at <= ${now}::timestamptz THEN excluded.count ELSE w.count + excluded.count END,
      ends_at = CASE WHEN w.ends_at <= ${now}::timestamptz THEN excluded.ends_at ELSE w.ends_at END
    RETURNING key, count, ends_at AS "endsAt"`;
  return rows.map((row) => ({ ...row, max: maxOf(windows, row.key) }));
}

function maxOf(windows: Window[], key: string): number {
  return windows.find((window) => window.key === key)?.max ?? 0;
}
