/** So many minutes in the unit that tells them best, with one decimal where it is no whole one. */
export function minutesIn(minutes: number): { count: number; unit: 'minutes' | 'hours' | 'days' } {
  if (minutes < 119.95) return { count: tenths(minutes), unit: 'minutes' };
  const hours = minutes / 60;
  return hours < 47.95
    ? { count: tenths(hours), unit: 'hours' }
    : { count: tenths(hours / 24), unit: 'days' };
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
