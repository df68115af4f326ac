import { expect, test } from 'vitest';
import { minutesIn } from './minutes-in.ts';

test.each([
  [0, 0, 'minutes'],
  [12.34, 12.3, 'minutes'],
  [119.9, 119.9, 'minutes'],
  [120, 2, 'hours'],
  [1_830, 30.5, 'hours'],
  [2_880, 2, 'days'],
  [5_000, 3.5, 'days'],
])('%s minutes are %s %s', (minutes, count, unit) => {
  expect(minutesIn(minutes)).toEqual({ count, unit });
});
