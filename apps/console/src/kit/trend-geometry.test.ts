import { expect, test } from 'vitest';
import { niceTop, pathOf, shownTicks } from './trend-geometry.ts';

test('an axis ends at a round number that no value passes', () => {
  expect(niceTop(1)).toBe(1);
  expect(niceTop(3_750)).toBe(4_000);
  expect(niceTop(81_234)).toBe(100_000);
  for (const value of [7, 99, 12_345, 9_999_999]) expect(niceTop(value)).toBeGreaterThanOrEqual(value);
});

test('a line goes through its points in order', () => {
  expect(
    pathOf([
      [0, 1],
      [2.25, 3],
    ]),
  ).toBe('M0.0 1.0 L2.3 3.0');
  expect(pathOf([])).toBe('');
});

test('the last point always has its name, and names never crowd', () => {
  expect(shownTicks(30, 720)).toEqual([2, 5, 8, 11, 14, 17, 20, 23, 26, 29]);
  expect(shownTicks(3, 720)).toEqual([0, 1, 2]);
  expect(shownTicks(30, 10)).toEqual([29]);
});
