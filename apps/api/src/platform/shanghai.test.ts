import { expect, it } from 'vitest';
import { boundsOfMonth, shanghaiDay, shanghaiMonth, startOfDay } from './shanghai.ts';

it('23:59:59.999 local belongs to the day, whatever zone the host is in', () => {
  expect(shanghaiDay(new Date('2026-11-20T15:59:59.999Z'))).toBe('2026-11-20');
  expect(shanghaiDay(new Date('2026-11-20T16:00:00.000Z'))).toBe('2026-11-21');
  expect(shanghaiMonth(new Date('2026-11-30T16:00:00.000Z'))).toBe('2026-12');
  expect(startOfDay('2026-11-21').toISOString()).toBe('2026-11-20T16:00:00.000Z');
});

it('29 February is there in leap years, and a month ends where the next begins', () => {
  expect(shanghaiDay(new Date('2028-02-29T15:59:59.999Z'))).toBe('2028-02-29');
  expect(boundsOfMonth('2027-02').to.toISOString()).toBe('2027-02-28T16:00:00.000Z');
  expect(boundsOfMonth('2028-02').to.toISOString()).toBe('2028-02-29T16:00:00.000Z');
  expect(boundsOfMonth('2026-12').to).toEqual(boundsOfMonth('2027-01').from);
});
