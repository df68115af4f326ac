import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { businessNow, followBusinessClock } from './business-clock.ts';
import { businessToday } from './time.ts';
import { toReply } from './wire.ts';

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-20T15:59:00Z') }));
afterEach(() => {
  followBusinessClock(new Date().toISOString());
  vi.useRealTimers();
});

const answer = (said: string | null) =>
  toReply('{"code":200,"success":true,"msg":"","result":null}', 200, (name) =>
    name === 'X-Business-Time' ? said : null,
  );

test('the business has the time that the newest answer told, and it goes on from there', () => {
  answer('2027-03-01T00:00:00.000Z');
  vi.advanceTimersByTime(90_000);
  expect(businessNow().toISOString()).toBe('2027-03-01T00:01:30.000Z');
  answer('2026-10-31T16:00:00.000Z');
  expect(businessNow().toISOString()).toBe('2026-10-31T16:00:00.000Z');
});

test('an answer that tells no time, or none that there is, changes nothing', () => {
  answer('2027-03-01T00:00:00.000Z');
  for (const said of [null, '', 'soon']) answer(said);
  expect(businessNow().toISOString()).toBe('2027-03-01T00:00:00.000Z');
});

test('today is a day in Asia/Shanghai by that time', () => {
  answer('2027-02-28T16:00:00.000Z');
  expect(businessToday()).toBe('2027-03-01');
});
