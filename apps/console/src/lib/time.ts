import { businessNow } from './business-clock.ts';

const zone = 'Asia/Shanghai';

// The Swedish form is ISO-like in every browser: 2026-01-31 23:59:59.
const moment = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
const minute = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
const date = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' });

/** An instant of the wire as date and time in Asia/Shanghai, whatever zone the browser is in. */
export function momentText(instant: string): string {
  return moment.format(new Date(instant));
}

/** An instant of the wire to the minute, for lists. */
export function minuteText(instant: string): string {
  return minute.format(new Date(instant));
}

/** An instant of the wire as its day in Asia/Shanghai. */
export function dayText(instant: string): string {
  return date.format(new Date(instant));
}

/** The day in Asia/Shanghai that the business has. */
export function businessToday(now = businessNow()): string {
  return dayText(now.toISOString());
}
