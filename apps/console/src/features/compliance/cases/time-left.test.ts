import { expect, test } from 'vitest';
import { timeLeft } from './time-left.ts';

const openedAt = '2026-11-20T02:00:00.000Z';
const dueAt = '2026-11-24T02:00:00.000Z';
const left = (asOf: string) => timeLeft({ openedAt, dueAt, asOf });

test('a ring empties from the opening on, and says the largest unit of which there are two', () => {
  expect(left(openedAt)).toEqual({ share: 1, isOver: false, count: 4, unit: 'days' });
  expect(left('2026-11-22T02:00:00.001Z')).toMatchObject({ isOver: false, count: 47, unit: 'hours' });
  expect(left('2026-11-23T02:00:00.000Z')).toEqual({ share: 0.25, isOver: false, count: 24, unit: 'hours' });
  expect(left('2026-11-24T00:00:00.001Z')).toMatchObject({ count: 119, unit: 'minutes' });
});

test('from its time on it is over, and empty', () => {
  expect(left('2026-11-24T01:59:59.999Z').isOver).toBe(false);
  expect(left(dueAt)).toEqual({ share: 0, isOver: true, count: 0, unit: 'minutes' });
  expect(left('2026-11-24T05:00:00.000Z')).toEqual({ share: 0, isOver: true, count: 3, unit: 'hours' });
});
