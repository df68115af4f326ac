import { expect, test } from 'vitest';
import { dayAfter, isAskable, lastDays, spanOf } from './dashboard-span.ts';

/** Of Asia/Shanghai: already the 21st. */
const now = new Date('2026-11-20T16:30:00Z');

test('an address without a span that can be asked for means the last 30 days in Asia/Shanghai', () => {
  const usual = ['2026-10-23', '2026-11-21'];
  expect(lastDays(30, now)).toEqual(usual);
  for (const text of [
    null,
    '',
    '2026-11-01..',
    '2026-11-21..2026-11-20',
    '2026-02-30..2026-03-01',
    '2026-13-01..2026-13-02',
    '2025-11-20..2026-11-21',
  ])
    expect([text, spanOf(text, now)]).toEqual([text, usual]);
  expect(spanOf('2026-11-20..2026-11-20', now)).toEqual(['2026-11-20', '2026-11-20']);
});

test('the longest span is of 366 days, its ends included', () => {
  expect(isAskable(['2025-11-21', '2026-11-21'])).toBe(true);
  expect(isAskable(['2025-11-20', '2026-11-21'])).toBe(false);
  expect(lastDays(366, now)).toEqual(['2025-11-21', '2026-11-21']);
});

test('days pass the ends of months and years', () => {
  expect(dayAfter('2026-12-31', 1)).toBe('2027-01-01');
  expect(dayAfter('2028-03-01', -1)).toBe('2028-02-29');
});
