import { expect, test } from 'vitest';
import { timeAxis } from './time-axis.ts';

const at = (time: string) => Date.parse(`${time}+08:00`);

test('the words of a month stand at midnights, those of an evening at whole hours', () => {
  const month = timeAxis(at('2026-10-20T10:00:00'), at('2026-11-20T10:00:00'));
  expect(month.ticks.length).toBeLessThanOrEqual(9);
  expect(month.ticks.every((time) => (time + 8 * 3_600_000) % 86_400_000 === 0)).toBe(true);
  expect(month.timeText(at('2026-10-24T00:00:00'))).toBe('10-24');
  const evening = timeAxis(at('2026-11-20T20:40:00'), at('2026-11-21T01:10:00'));
  expect(evening.ticks.map(evening.timeText)).toEqual([
    '11-20 21:00',
    '11-20 22:00',
    '11-20 23:00',
    '11-21 00:00',
    '11-21 01:00',
  ]);
});
