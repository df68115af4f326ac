import { useCallback, useInsertionEffect, useRef } from 'react';

/**
 * A function that stays the same and does what the newest render would: for events, where another function with each render
 * would have all drawn anew that it is handed to. React's `useEffectEvent` can't be handed on.
 */
export function useStableCallback<Args extends unknown[], Result>(
  callback: (...args: Args) => Result,
): (...args: Args) => Result {
  const newest = useRef(callback);
  useInsertionEffect(() => {
    newest.current = callback;
  });
  return useCallback((...args) => newest.current(...args), []);
}
