import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useStableCallback } from './use-stable-callback.ts';

it('stays the same function and does what the newest render would', () => {
  const { result, rerender } = renderHook(({ by }) => useStableCallback((n: number) => n * by), {
    initialProps: { by: 2 },
  });
  const first = result.current;
  expect(first(3)).toBe(6);
  rerender({ by: 5 });
  expect(result.current).toBe(first);
  expect(first(3)).toBe(15);
});
