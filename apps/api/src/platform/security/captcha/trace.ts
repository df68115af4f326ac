import type { TracePoint } from '@xyxlx/contracts/verification-code';
import { sliderSize } from '@xyxlx/contracts/wire';

const travel = sliderSize.width - sliderSize.height;

/** Whether a drag can be a person's: from the left end to the right, in human time, with the unevenness of a hand or of key presses. */
export function isPlausibleTrace(trace: TracePoint[]): boolean {
  const [first] = trace;
  const last = trace.at(-1);
  if (!first || !last || trace.length < 6) return false;
  const duration = last.t - first.t;
  if (first.x > 8 || last.x < travel - 2 || last.x > travel + 4) return false;
  if (duration < 150 || duration > 60_000) return false;
  const steps = trace.slice(1).map((point, index) => {
    const before = trace[index] as TracePoint;
    return { dt: point.t - before.t, dx: point.x - before.x };
  });
  if (steps.some(({ dt, dx }) => dt < 0 || Math.abs(dx) > travel / 2)) return false;
  return !isMachineMade(steps);
}

/** A script moves by the same distance in the same time; a hand varies the distance, a keyboard the rhythm. */
function isMachineMade(steps: { dt: number; dx: number }[]): boolean {
  const speeds = new Set(steps.map(({ dt, dx }) => `${Math.round(dt)}:${Math.round(dx * 10)}`));
  return speeds.size < 3;
}
