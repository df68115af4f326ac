import { expect, test } from 'vitest';
import { daysOf } from './days-of.ts';

const subject = { type: 'EMPLOYEE', id: '0193f5b0-7c1e-7000-8000-000000000001', name: '王**' } as const;

test('what is drawn is told by days of Asia/Shanghai, also where only something found is left of one', () => {
  const points = [
    { at: '2026-11-17T15:59:59.999Z', amount: 100 },
    { at: '2026-11-17T16:00:00.000Z', amount: 700 },
    { at: '2026-11-18T01:00:00.000Z', amount: 300 },
  ];
  const hits = [
    { at: '2026-11-17T16:00:00.000Z', amount: 700, subject, side: 'NEW' as const },
    { at: '2026-11-20T01:00:00.000Z', amount: 900, subject, side: 'NEW' as const },
  ];
  expect(daysOf({ points, hits })).toEqual([
    { day: '2026-11-17', records: 1, largest: 100, hits: 0 },
    { day: '2026-11-18', records: 2, largest: 700, hits: 1 },
    { day: '2026-11-20', records: 0, largest: null, hits: 1 },
  ]);
});
