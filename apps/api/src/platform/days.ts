const minute = 60_000;
const shanghaiOffset = 8 * 60 * minute;
const dayLength = 24 * 60 * minute;

/** The instant at which a calendar day begins in Asia/Shanghai, whatever the host's zone (there is no summer time). */
export function startOfDay(day: string): Date {
  return new Date(Date.parse(`${day}T00:00:00Z`) - shanghaiOffset);
}

/** The instant at which the next calendar day begins in Asia/Shanghai. */
export function endOfDay(day: string): Date {
  return new Date(startOfDay(day).getTime() + dayLength);
}

/** The calendar day in Asia/Shanghai of an instant, as YYYY-MM-DD. */
export function dayOf(instant: Date): string {
  return new Date(instant.getTime() + shanghaiOffset).toISOString().slice(0, 10);
}

/** The filter of a time column for two optional days, both included. */
export function dayRange(
  from: string | undefined,
  to: string | undefined,
): { gte?: Date; lt?: Date } | undefined {
  if (!from && !to) return undefined;
  return { ...(from && { gte: startOfDay(from) }), ...(to && { lt: endOfDay(to) }) };
}
