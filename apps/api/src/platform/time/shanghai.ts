const hour = 3_600_000;
/** Asia/Shanghai has no summer time: always eight hours ahead of UTC, whatever zone the host is in. */
const ahead = 8 * hour;
const dayLength = 24 * hour;

/** An instant as the clocks in Asia/Shanghai show it, as 2026-11-21 08:30:15. */
export function shanghaiTime(instant: Date): string {
  return new Date(instant.getTime() + ahead).toISOString().slice(0, 19).replace('T', ' ');
}

/** The same as digits alone, as 20261121083015. */
export function shanghaiStamp(instant: Date): string {
  return shanghaiTime(instant).replace(/\D/g, '');
}

/** The day in Asia/Shanghai of an instant, as 2026-11-21. */
export function shanghaiDay(instant: Date): string {
  return shanghaiTime(instant).slice(0, 10);
}

/** The month in Asia/Shanghai of an instant, as 2026-11. */
export function shanghaiMonth(instant: Date): string {
  return shanghaiDay(instant).slice(0, 7);
}

/** Of an instant in milliseconds since 1970: how many days of Asia/Shanghai were before, and the minute of its own. By arithmetic alone, where a million are asked for. */
export function shanghaiMinute(instant: number): { days: number; minute: number } {
  const days = Math.floor((instant + ahead) / dayLength);
  return { days, minute: Math.floor((instant + ahead - days * dayLength) / 60_000) };
}

/** The first instant of a day in Asia/Shanghai. */
export function startOfDay(day: string): Date {
  return new Date(Date.parse(`${day}T00:00:00Z`) - ahead);
}

/** The day so many days before another. */
export function dayBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * dayLength).toISOString().slice(0, 10);
}

/** The same day so many months later, or the last one of a month that is too short for it: from 31 August three are over on 30 November. */
export function monthsAfter(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const last = new Date(Date.UTC(year, month + months, 0));
  last.setUTCDate(Math.min(date, last.getUTCDate()));
  return last.toISOString().slice(0, 10);
}

/** The first instant of a month in Asia/Shanghai, and of the month after it. */
export function boundsOfMonth(month: string): { from: Date; to: Date } {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return {
    from: new Date(Date.UTC(year, number - 1, 1) - ahead),
    to: new Date(Date.UTC(year, number, 1) - ahead),
  };
}
