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

type Trace = ReturnType<typeof drag>;

const lastOf = (trace: Trace) => trace.at(-1) as Trace[number];

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

  /** The drag of some hand: uneven steps from one end to the other. */
  const anyHand = fc
    .array(fc.tuple(fc.integer({ min: 12, max: 60 }), fc.integer({ min: 1, max: 100 })), {
      minLength: 12,
      maxLength: 60,
    })
    .filter((steps) => new Set(steps.map(([dt, dx]) => `${dt}:${dx}`)).size > 8)
    .map((steps) => {
      const way = steps.reduce((sum, [, dx]) => sum + dx, 0);
      let t = 0;
      let gone = 0;
      return [
        { t, x: 0, y: 0 },
        ...steps.map(([dt, dx]) => {
          t += dt;
          gone += dx;
          return { t, x: (320 * gone) / way, y: 0 };
        }),
      ];
    });

  test('of any hand passes', () => {
    fc.assert(fc.property(anyHand, (trace) => isPlausibleTrace(trace)));
  });

  test.each<[string, (trace: Trace) => Trace]>([
    [
      'stops short, by three pixels',
      (trace) => trace.map((point) => ({ ...point, x: point.x * (317 / 320) })),
    ],
    ['goes past the end', (trace) => trace.map((point) => ({ ...point, x: point.x * (325 / 320) }))],
    ['begins nine pixels in', (trace) => trace.map(({ x, ...point }) => ({ ...point, x: Math.max(x, 9) }))],
    ['takes longer than a minute', (trace) => trace.map(({ t, ...point }) => ({ ...point, t: t * 500 }))],
    [
      'is over in a blink',
      (trace) => trace.map(({ t, ...point }) => ({ ...point, t: t * (149 / lastOf(trace).t) })),
    ],
    ['goes back in time', (trace) => trace.map((point, n) => (n === 5 ? { ...point, t: -1 } : point))],
    [
      'leaps over more than half of the way',
      (trace) =>
        trace
          .filter((_, n) => n === 0 || n >= trace.length - 5)
          .map((point, n) => (n === 0 ? point : { ...point, x: 316 + n / 2 })),
    ],
    [
      'repeats one step',
      (trace) => trace.map((_, n) => ({ t: n * 20, x: (320 * n) / (trace.length - 1), y: 0 })),
    ],
  ])('of a hand is none once it %s', (_name, spoil) => {
    fc.assert(fc.property(anyHand, (trace) => !isPlausibleTrace(spoil(trace))));
  });
});
