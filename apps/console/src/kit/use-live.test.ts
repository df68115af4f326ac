import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { live } from '../lib/live.ts';
import { useLiveEvents } from './use-live.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('the live channel is heard while it is on, and by nobody before and after', () => {
  const stop = vi.fn();
  const listen = vi.spyOn(live, 'listen').mockReturnValue(stop);
  const hear = vi.fn();
  const { rerender, unmount } = renderHook(({ isOn }) => useLiveEvents(hear, isOn), {
    initialProps: { isOn: false },
  });
  expect(listen).not.toHaveBeenCalled();
  rerender({ isOn: true });
  expect(listen).toHaveBeenCalledTimes(1);
  expect(stop).not.toHaveBeenCalled();
  unmount();
  expect(stop).toHaveBeenCalledTimes(1);
});
