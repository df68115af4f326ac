import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useDelayedFlag } from './use-delayed-flag.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('never shows for what is over quickly', () => {
  const { shown, set, wait } = flag();
  set(true);
  wait(250);
  set(false);
  wait(1000);
  expect(shown()).toBe(false);
});

it('shows for what takes longer, and then long enough to be read', () => {
  const { shown, set, wait } = flag();
  set(true);
  wait(310);
  expect(shown()).toBe(true);
  set(false);
  wait(200);
  expect(shown()).toBe(true);
  wait(250);
  expect(shown()).toBe(false);
});

function flag() {
  const { result, rerender } = renderHook(({ on }) => useDelayedFlag(on, 300, 400), {
    initialProps: { on: false },
  });
  return {
    shown: () => result.current,
    set: (on: boolean) => rerender({ on }),
    wait: (ms: number) => act(() => vi.advanceTimersByTime(ms)),
  };
}
