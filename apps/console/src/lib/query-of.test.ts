import { expect, test } from 'vitest';
import { optionsOf, type QueryOf } from './query-of.ts';

const asked: unknown[][] = [];
const query = {
  queryOptions: (...given: unknown[]) => {
    asked.push(given);
    return {};
  },
} as unknown as QueryOf<unknown, unknown>;

test('what is asked in the background is told so, and nothing else is', () => {
  optionsOf(query, { ids: ['1'] }, { background: true });
  optionsOf(query, { ids: ['2'] });
  expect(asked).toEqual([
    [{ ids: ['1'] }, { trpc: { context: { background: true } } }],
    [{ ids: ['2'] }, undefined],
  ]);
});
