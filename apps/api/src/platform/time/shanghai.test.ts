import { describe, expect, test } from 'vitest';
import { boundsOfMonth, shanghaiDay, shanghaiMonth, shanghaiStamp, startOfDay } from './shanghai.ts';

describe('31st in February, 29 February, 23:59:59.999 local, host in another zone', () => {
  test('the day and the month are Asia/Shanghai’s, whatever the host’s clock zone', () => {
    expect(shanghaiDay(new Date('2026-02-28T15:59:59.999Z'))).toBe('2026-02-28');
    expect(shanghaiDay(new Date('2026-02-28T16:00:00.000Z'))).toBe('2026-03-01');
    expect(shanghaiDay(new Date('2028-02-28T16:00:00.000Z'))).toBe('2028-02-29');
    expect(shanghaiDay(new Date('2028-02-29T15:59:59.999Z'))).toBe('2028-02-29');
    expect(shanghaiMonth(new Date('2026-11-30T16:00:00.000Z'))).toBe('2026-12');
    expect(shanghaiStamp(new Date('2026-11-30T16:00:01.999Z'))).toBe('20261201000001');
    expect(startOfDay('2026-11-21').toISOString()).toBe('2026-11-20T16:00:00.000Z');
  });

  test('a month ends where the next begins', () => {
    expect(boundsOfMonth('2027-02').to.toISOString()).toBe('2027-02-28T16:00:00.000Z');
    expect(boundsOfMonth('2028-02').to.toISOString()).toBe('2028-02-29T16:00:00.000Z');
    expect(boundsOfMonth('2026-12').to).toEqual(boundsOfMonth('2027-01').from);
  });
});
