import type { TracePoint } from '@xyxlx/contracts/verification-code';

/** A drag of the slider as a hand makes it: slow at both ends, with a tremble. */
export function handDrag(): TracePoint[] {
  return Array.from({ length: 30 }, (_, index) => {
    const part = index / 29;
    return {
      t: Math.round(part * 700 + (index % 3)),
      x: Math.round(320 * part * part * (3 - 2 * part)),
      y: index % 4,
    };
  });
}
