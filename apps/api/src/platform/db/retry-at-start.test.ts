import { expect, test, vi } from 'vitest';
import { Refusal, Unavailable } from '../../core/errors.ts';
import { retryAtStart } from './retry-at-start.ts';

const late = new Error('Connection terminated due to connection timeout');

test('a start whose connection is late tries again, and says so once', async () => {
  const said: string[] = [];
  const work = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(late)
    .mockRejectedValueOnce(new Unavailable())
    .mockResolvedValue('done');
  expect(await retryAtStart(10_000, (line) => said.push(line))(work)).toBe('done');
  expect(said).toEqual([
    'The database does not answer in time (Connection terminated due to connection timeout); trying again …',
  ]);
});

test('one that is late for too long ends with a sentence that says what to do', async () => {
  await expect(retryAtStart(300, () => undefined)(() => Promise.reject(late))).rejects.toThrow(
    'The database did not answer in time for 300 ms (Connection terminated due to connection timeout): start again when it does, or give it longer with DATABASE_WAIT and DATABASE_START_WAIT.',
  );
});

test('what another try does not mend is told at once', async () => {
  const refusal = new Refusal({ zh: '不行', en: 'No' });
  const work = vi.fn(() => Promise.reject(refusal));
  await expect(retryAtStart(10_000, () => undefined)(work)).rejects.toBe(refusal);
  expect(work).toHaveBeenCalledTimes(1);
});
