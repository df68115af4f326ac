import { adjustmentTypes } from '@xyxlx/contracts/limit';
import { expect, test } from 'vitest';
import { limitsAfter, maxOf } from './adjust-limits.ts';

const limits = { totalLimit: 1000, availableLimit: 600, lockedLimit: 100, usedLimit: 300, recoveredLimit: 0 };

test('the preview of an adjustment is what the adjustment does', () => {
  expect(limitsAfter(limits, 'INCREASE', 50)).toEqual({ availableLimit: 650, lockedLimit: 100 });
  expect(limitsAfter(limits, 'DECREASE', 50)).toEqual({ availableLimit: 550, lockedLimit: 100 });
  expect(limitsAfter(limits, 'RECOVER', 50)).toEqual({ availableLimit: 550, lockedLimit: 100 });
  expect(limitsAfter(limits, 'FREEZE', 50)).toEqual({ availableLimit: 550, lockedLimit: 150 });
  expect(limitsAfter(limits, 'UNFREEZE', 50)).toEqual({ availableLimit: 650, lockedLimit: 50 });
  expect(limitsAfter(limits, 'CLEAR', 0)).toEqual({ availableLimit: 0, lockedLimit: 100 });
});

test('no adjustment is previewed below zero, however much was typed', () => {
  for (const type of adjustmentTypes) {
    const after = limitsAfter(limits, type, 999_999);
    expect(Math.min(after.availableLimit, after.lockedLimit)).toBeGreaterThanOrEqual(0);
  }
  expect(maxOf(limits, 'UNFREEZE')).toBe(100);
  expect(maxOf(limits, 'FREEZE')).toBe(600);
});
