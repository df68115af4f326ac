import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPlausibleTrace } from './trace.ts';

/** A drag with the jitter of a hand. */
function drag(steps: number, jitter: number[]) {
  return Array.from({ length: steps + 1 }, (_, n) => ({
    t: n * 16 + (jitter[n % jitter.length] ?? 0),
    x: Math.min(
      320,
      (320 * n) / steps + (n === 0 || n === steps ? 0 : (jitter[(n * 7) % jitter.length] ?? 0)),
    ),
    y: 12,
  }));
}

const hand = drag(24, [0, 1.3, 2.1, 0.4, 3.2, 1.9, 0.7]);

describe('a plausible drag', () => {
  test('of a hand passes', () => {
    expect(isPlausibleTrace(hand)).toBe(true);
  });

  test('of a keyboard passes: even steps in an uneven rhythm', () => {
    const presses = Array.from({ length: 17 }, (_, n) => ({
      t: n * 90 + ((n * n * 7) % 41),
      x: n * 20,
      y: 0,
    }));
    expect(isPlausibleTrace(presses)).toBe(true);
  });

  test.each([
    [
      'one jump',
      [
        { t: 0, x: 0, y: 0 },
        { t: 300, x: 320, y: 0 },
      ],
    ],
    [
      'a script with even steps in even time',
      Array.from({ length: 33 }, (_, n) => ({ t: n * 10, x: n * 10, y: 0 })),
    ],
    ['too fast for a person', hand.map(({ t, ...point }) => ({ t: t / 10, ...point }))],
    ['time running backwards', hand.map(({ t, ...point }, n) => ({ t: n === 9 ? t - 200 : t, ...point }))],
    ['a start in the middle', hand.slice(8)],
    ['an end before the end', hand.slice(0, -4)],
    ['nothing', []],
  ])('is not %s', (_name, trace) => {
    expect(isPlausibleTrace(trace)).toBe(false);
  });

  test('is never one that stops short, whatever its rhythm', () => {
    const point = fc.record({
      t: fc.double({ min: 0, max: 3000, noNaN: true }),
      x: fc.double({ min: 0, max: 317, noNaN: true }),
      y: fc.constant(0),
    });
    fc.assert(fc.property(fc.array(point), (trace) => !isPlausibleTrace(trace)));
  });
});
