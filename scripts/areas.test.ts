import { expect, it } from 'vitest';
import { areas, testFiles, testsOf } from './areas.ts';

const files = [
  'apps/api/src/areas/limit/limit.test.ts',
  'apps/api/src/areas/limit/adjust-threshold.test.ts',
  'apps/console/src/features/employee/adjust-limits.test.ts',
  'tests/browser/limit-batch.spec.ts',
  'tests/browser/merchants.spec.ts',
];

it('an area is the folder of a test, or a word of its name', () => {
  expect(testsOf('limit', files)).toEqual({
    unit: files.slice(0, 3),
    browser: ['tests/browser/limit-batch.spec.ts'],
  });
  expect(testsOf('merchant', files)).toEqual({ unit: [], browser: ['tests/browser/merchants.spec.ts'] });
  expect(testsOf('merch', files)).toEqual({ unit: [], browser: [] });
});

it('what is listed can be asked for', () => {
  const all = testFiles();
  const listed = areas(all);
  expect(listed).toEqual(expect.arrayContaining(['limit', 'integration', 'browser', 'approval']));
  for (const area of listed) {
    const { unit, browser } = testsOf(area, all);
    expect({ area, found: unit.length + browser.length }).not.toMatchObject({ found: 0 });
  }
});
