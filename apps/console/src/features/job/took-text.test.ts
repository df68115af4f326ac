import { expect, it } from 'vitest';
import { tookText } from './took-text.ts';

it.each([
  [null, null],
  [0, '0 ms'],
  [999, '999 ms'],
  [1000, '1.0 s'],
  [12_340, '12.3 s'],
  [60_000, '1 min 0 s'],
  [754_400, '12 min 34 s'],
])('shows %s ms as %s', (ms, text) => {
  expect(tookText(ms)).toBe(text);
});
