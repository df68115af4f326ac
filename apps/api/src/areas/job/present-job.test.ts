import { expect, test } from 'vitest';
import { canMend, type JobRow } from './present-job.ts';

const uploader = 'a';
const waiting = {
  createdById: uploader,
  approvalId: null,
  state: 'WAITING_CONFIRM',
  payload: { report: { good: 3, bad: 1, figures: [] } },
} as Partial<JobRow> as JobRow;

test('whoever uploaded an import mends what is bad of it', () => {
  expect(canMend(waiting, uploader)).toBe(true);
  expect(canMend({ ...waiting, state: 'FAILED', payload: { report: { good: 0, bad: 4 } } }, uploader)).toBe(
    true,
  );
});

test.each<[string, Partial<JobRow>]>([
  ['nobody else does', { createdById: 'b' }],
  ['not while an approval waits', { approvalId: 'c' }],
  ['not before it was checked', { payload: {} }],
  ['not where nothing is bad', { payload: { report: { good: 4, bad: 0 } } }],
  ['not after it failed with rows that were good: some may have taken effect', { state: 'FAILED' }],
  ['not while it runs', { state: 'RUNNING' }],
])('%s', (_, change) => {
  expect(canMend({ ...waiting, ...change }, uploader)).toBe(false);
});
