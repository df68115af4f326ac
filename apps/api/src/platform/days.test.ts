import { describe, expect, test } from 'vitest';
import { dayOf, dayRange, endOfDay, startOfDay } from './days.ts';

describe('31st in February, 29 February, 23:59:59.999 local, host in another zone', () => {
  test('the day is Asia/Shanghai’s, whatever the host’s clock zone', () => {
    expect(dayOf(new Date('2026-02-28T15:59:59.999Z'))).toBe('2026-02-28');
    expect(dayOf(new Date('2026-02-28T16:00:00.000Z'))).toBe('2026-03-01');
    expect(dayOf(new Date('2028-02-28T16:00:00.000Z'))).toBe('2028-02-29');
    expect(dayOf(new Date('2028-02-29T15:59:59.999Z'))).toBe('2028-02-29');
  });

  test('a range of days holds its last millisecond and not the next', () => {
    const range = dayRange('2026-12-31', '2026-12-31');
    expect(range).toEqual({
      gte: new Date('2026-12-30T16:00:00.000Z'),
      lt: new Date('2026-12-31T16:00:00.000Z'),
    });
    expect(endOfDay('2026-12-31')).toEqual(startOfDay('2027-01-01'));
    expect(dayRange(undefined, undefined)).toBeUndefined();
  });
});
