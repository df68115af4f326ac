import { dayText } from './time.ts';

let offsetMs = 0;

/** Takes over what time the business has, as an answer says it; an answer without it changes nothing. */
export function followBusinessClock(said: string | null, receivedAt = Date.now()): void {
  const time = Date.parse(said ?? '');
  if (!Number.isNaN(time)) offsetMs = time - receivedAt;
}

/** The time of the business as the newest answer told it, whatever the browser's own clock says. */
export function businessNow(): Date {
  return new Date(Date.now() + offsetMs);
}

/** The day in Asia/Shanghai that the business has. */
export function businessToday(now = businessNow()): string {
  return dayText(now.toISOString());
}
