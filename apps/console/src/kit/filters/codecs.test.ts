import { expect, test } from 'vitest';
import { followBusinessClock } from '../../lib/business-clock.ts';
import { days, ends, months } from './days.ts';
import { fen } from './fen.ts';
import { monthFilter } from './month-filter.tsx';
import { numberFilter } from './number-filter.tsx';
import { recordId } from './record-id.ts';
import { datePresets } from './span-picker-presets.ts';

test('filters read back what they wrote', () => {
  expect(days.read(days.write(['2026-11-01', '2026-11-30']))).toEqual(['2026-11-01', '2026-11-30']);
  expect(days.read(days.write(['2026-11-01', '']))).toEqual(['2026-11-01', '']);
  expect(months.read(months.write(['2026-01', '2026-11']))).toEqual(['2026-01', '2026-11']);
  expect(fen.read(fen.write(123_456))).toBe(123_456);
  const id = '0198f3a0-0000-7000-8000-000000000001';
  expect(recordId.read(recordId.write(id))).toBe(id);
});

test('anything else in the address is no filter', () => {
  for (const text of ['', '2026-11-01', '..', '2026-11-01..yesterday'])
    expect(days.read(text)).toBeUndefined();
  for (const text of ['', '-1', '1.5', '1e3']) expect(fen.read(text)).toBeUndefined();
  for (const text of ['', 'new', '../../x', "' OR 1=1"]) expect(recordId.read(text)).toBeUndefined();
  expect(fen.write(Number.NaN)).toBe('');
});

test('a month and a number are read from the address only as the wire takes them', () => {
  const month = monthFilter('period', '期间');
  expect(month.read(month.write('2026-11'))).toBe('2026-11');
  for (const text of ['', '2026-13', '2026-00', '2026-1', '2026-11-01'])
    expect(month.read(text)).toBeUndefined();
  const number = numberFilter('number', '凭证号', 4);
  expect(number.read(number.write(12))).toBe(12);
  for (const text of ['', '0', '012', '-1', '1.5', '12345']) expect(number.read(text)).toBeUndefined();
});

test('an open end of a span is not sent', () => {
  expect(ends(['2026-11-01', '2026-11-30'], 'paidFrom', 'paidTo')).toEqual({
    paidFrom: '2026-11-01',
    paidTo: '2026-11-30',
  });
  expect(ends(['', '2026-11-30'], 'paidFrom', 'paidTo')).toEqual({ paidTo: '2026-11-30' });
  expect(ends(undefined, 'paidFrom', 'paidTo')).toEqual({});
});

test('the date presets end on the day that the business has', () => {
  followBusinessClock('2027-02-28T16:00:00.000Z');
  expect(datePresets()[0]?.span).toEqual(['2027-03-01', '2027-03-01']);
  followBusinessClock(new Date().toISOString());
});

test('the date presets are those of Asia/Shanghai, over the ends of months and years', () => {
  // The first of March in Shanghai, while it is still February in UTC.
  expect(datePresets(new Date('2028-02-29T16:30:00Z')).map(({ span }) => span)).toEqual([
    ['2028-03-01', '2028-03-01'],
    ['2028-02-24', '2028-03-01'],
    ['2028-03-01', '2028-03-01'],
    ['2028-02-01', '2028-02-29'],
  ]);
  expect(datePresets(new Date('2026-01-15T00:00:00Z')).at(-1)?.span).toEqual(['2025-12-01', '2025-12-31']);
});
