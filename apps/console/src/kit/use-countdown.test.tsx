import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useCountdown } from './use-countdown.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

test('counts whole seconds down to zero and stays there', () => {
  const { result } = renderHook(() => useCountdown(1_060_000));
  expect(result.current).toBe(60);
  act(() => vi.advanceTimersByTime(1000));
  expect(result.current).toBe(59);
  act(() => vi.advanceTimersByTime(70_000));
  expect(result.current).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});

test('a tab that slept catches up at once', () => {
  const { result } = renderHook(() => useCountdown(1_060_000));
  vi.setSystemTime(1_050_000);
  act(() => vi.advanceTimersByTime(250));
  expect(result.current).toBe(10);
});

test('a new instant starts a new countdown', () => {
  const { result, rerender } = renderHook(({ until }) => useCountdown(until), { initialProps: { until: 0 } });
  expect(result.current).toBe(0);
  rerender({ until: 1_003_000 });
  expect(result.current).toBe(3);
});
