const hour = 3_600_000;
const day = 24 * hour;
/** Asia/Shanghai keeps one time all year round. */
const shanghai = 8 * hour;
/** From 23:00 to 05:00. */
const falls = 23 * hour;
const lasts = 6 * hour;

/** The nights, 23:00 to 05:00 in Asia/Shanghai, as far as they lie between two instants; all in ms since 1970. */
export function nightsBetween(from: number, to: number): { from: number; to: number }[] {
  const first = Math.floor((from + shanghai) / day) - 1;
  const last = Math.floor((to + shanghai) / day);
  return Array.from({ length: last - first + 1 }, (_, n) => {
    const dusk = (first + n) * day + falls - shanghai;
    return { from: Math.max(from, dusk), to: Math.min(to, dusk + lasts) };
  }).filter((night) => night.from < night.to);
}
