import { shanghaiDay } from '../../platform/time/shanghai.ts';

interface Asked {
  from?: string | undefined;
  to?: string | undefined;
  asOf?: string | undefined;
}

/** The days that periods span, both included; of a day, those of its month until then; of neither, of the present month. */
export function daysOf({ from, to, asOf }: Asked, now: Date): { from: string; to: string } {
  if (from && to) return { from: firstDayOf(from), to: lastDayOf(to) };
  const day = asOf ?? lastDayOf(shanghaiDay(now).slice(0, 7));
  return { from: firstDayOf(day.slice(0, 7)), to: day };
}

export function firstDayOf(period: string): string {
  return `${period}-01`;
}

export function lastDayOf(period: string): string {
  const [year, month] = period.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}
