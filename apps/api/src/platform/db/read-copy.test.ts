import { expect, test, vi } from 'vitest';
import type { Deps } from '../../core/deps.ts';
import { onCopy } from './read-copy.ts';

/** Both pools are names here: the reads below only say which one they were given. */
function depsWith(copy: { current: () => Promise<string | null>; rest: () => void } | null): Deps {
  return { database: { pool: 'primary', copy } } as unknown as Deps;
}

const failure = (code: string) => Object.assign(new Error(`SQLSTATE ${code}`), { code });

test('a read that the copy ends for its recovery is done by the primary, and the copy rests', async () => {
  const rest = vi.fn();
  const read = vi.fn(async ({ database: { pool } }: Deps) => {
    if ((pool as unknown) === 'copy') throw failure('40001');
    return pool;
  });
  expect(await onCopy(depsWith({ current: async () => 'copy', rest }), read)).toBe('primary');
  expect([read.mock.calls.length, rest.mock.calls.length]).toEqual([2, 1]);
});

test('what is wrong with the read itself is its answer, and says nothing of the copy', async () => {
  const rest = vi.fn();
  const read = vi.fn(() => Promise.reject(failure('22P02')));
  await expect(onCopy(depsWith({ current: async () => 'copy', rest }), read)).rejects.toThrow('22P02');
  expect([read.mock.calls.length, rest.mock.calls.length]).toEqual([1, 0]);
});

test.each([
  ['there is none', null],
  ['it is behind', { current: async () => null, rest: () => undefined }],
])('the primary is read where %s', async (_, copy) => {
  expect(await onCopy(depsWith(copy), async ({ database: { pool } }) => pool)).toBe('primary');
});
