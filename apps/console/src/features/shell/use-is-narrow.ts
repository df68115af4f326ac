import { useMedia } from '../../lib/use-media.ts';

/** Whether the window is too narrow for a menu beside the page: tablets and below. */
export function useIsNarrow(): boolean {
  return useMedia('(max-width: 1099px)');
}
