import { useSyncExternalStore } from 'react';

const narrow = window.matchMedia('(max-width: 1099px)');

/** Whether the window is too narrow for a menu beside the page: tablets and below. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => narrow.matches);
}

function subscribe(listener: () => void): () => void {
  narrow.addEventListener('change', listener);
  return () => narrow.removeEventListener('change', listener);
}
