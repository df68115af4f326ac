import { expect, test } from 'vitest';
import { days } from './day-range.tsx';
import { fen } from './fen-filter.ts';
import { recordId } from './record-id.ts';

test('filters read back what they wrote', () => {
  expect(days.read(days.write(['2026-11-01', '2026-11-30']))).toEqual(['2026-11-01', '2026-11-30']);
  expect(fen.read(fen.write(123_456))).toBe(123_456);
  const id = '0198f3a0-0000-7000-8000-000000000001';
  expect(recordId.read(recordId.write(id))).toBe(id);
});

test('anything else in the address is no filter', () => {
  for (const text of ['', '2026-11-01', '..', '2026-11-01..yesterday'])
    expect(days.read(text)).toBeUndefined();
  for (const text of ['', '-1', '1.5', '1e3']) expect(fen.read(text)).toBeUndefined();
  for (const text of ['', 'new', '../x', "' OR 1=1"]) expect(recordId.read(text)).toBeUndefined();
  expect(fen.write(Number.NaN)).toBe('');
});
