import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { currentNotices, notify } from './notify.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

it('never shows the same words twice at once', () => {
  notify('error', '余额不足');
  notify('error', '余额不足');
  expect(currentNotices().map(({ text }) => text)).toEqual(['余额不足']);
});

it('takes messages away by themselves', () => {
  notify('success', '复制成功！');
  vi.advanceTimersByTime(10_000);
  expect(currentNotices()).toEqual([]);
});
