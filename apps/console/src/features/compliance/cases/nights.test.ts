import { expect, test } from 'vitest';
import { nightsBetween } from './nights.ts';

const at = (time: string) => Date.parse(`${time}+08:00`);

test('nights run from 23:00 to 05:00 in Asia/Shanghai, cut where the time shown ends', () => {
  expect(nightsBetween(at('2026-11-20T00:30:00'), at('2026-11-21T23:30:00'))).toEqual([
    { from: at('2026-11-20T00:30:00'), to: at('2026-11-20T05:00:00') },
    { from: at('2026-11-20T23:00:00'), to: at('2026-11-21T05:00:00') },
    { from: at('2026-11-21T23:00:00'), to: at('2026-11-21T23:30:00') },
  ]);
  expect(nightsBetween(at('2026-11-20T05:00:00'), at('2026-11-20T23:00:00'))).toEqual([]);
});
