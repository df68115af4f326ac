import { expect, test } from 'vitest';
import { precisionOf } from './wilson.ts';

test('example 10: 12 of 40 are 30.0 % [18.1, 45.4]; of none there is no share', () => {
  const { share, low, high } = precisionOf(40, 12) ?? { share: 0, low: 0, high: 0 };
  expect([share, low, high].map((bp) => (bp / 100).toFixed(1))).toEqual(['30.0', '18.1', '45.4']);
  expect([share, low, high]).toEqual([3_000, 1_807, 4_543]);
  expect(precisionOf(0, 0)).toBeNull();
});

test('the interval stays within nothing and all', () => {
  expect(precisionOf(10, 0)).toMatchObject({ share: 0, low: 0 });
  expect(precisionOf(10, 10)).toMatchObject({ share: 10_000, high: 10_000 });
});
