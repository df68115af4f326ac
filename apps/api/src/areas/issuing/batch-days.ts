import type { IssueBatch } from '@xyxlx/database/client/client';

/** The day on which a batch is issued, in Asia/Shanghai. */
export function effectiveDayOf({ effectiveOn }: Pick<IssueBatch, 'effectiveOn'>): string {
  return dayOf(effectiveOn);
}

/** The last day on which what a batch issues can be spent, in Asia/Shanghai; null: it never ends. */
export function lastDayOf({ lastDay }: Pick<IssueBatch, 'lastDay'>): string | null {
  return lastDay && dayOf(lastDay);
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}
