import { minuteText } from '../../../lib/time.ts';

const hour = 3_600_000;
const day = 24 * hour;
/** Asia/Shanghai keeps one time all year round. */
const shanghai = 8 * hour;
const steps = [hour, 3 * hour, 6 * hour, 12 * hour, day, 2 * day, 4 * day, 7 * day];
/** At most so many words stand below. */
const most = 9;

/** Where an axis of time has its words, on whole hours or midnights of Asia/Shanghai, and what they say; in ms since 1970. */
export function timeAxis(from: number, to: number): { ticks: number[]; timeText(time: number): string } {
  const step = steps.find((one) => (to - from) / one < most) ?? 7 * day;
  const first = Math.ceil((from + shanghai) / step) * step - shanghai;
  const ticks: number[] = [];
  for (let time = first; time <= to; time += step) ticks.push(time);
  // 11-20 where days are apart, else 11-20 06:00.
  const timeText = (time: number) => {
    const text = minuteText(new Date(time).toISOString());
    return step >= day ? text.slice(5, 10) : text.slice(5);
  };
  return { ticks, timeText };
}
