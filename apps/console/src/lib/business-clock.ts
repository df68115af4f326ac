let offsetMs = 0;

/** Takes over what time the business has, as an answer says it; an answer without it changes nothing. */
export function followBusinessClock(said: string | null): void {
  const ahead = Date.parse(said ?? '') - Date.now();
  if (!Number.isNaN(ahead)) offsetMs = ahead;
}

/** The time of the business as the newest answer told it, whatever the browser's own clock says. */
export function businessNow(): Date {
  return new Date(Date.now() + offsetMs);
}
