import type { QueryFilters } from '@tanstack/react-query';
import type { LiveEvent } from '@xyxlx/contracts/job';
import { useEffect, useRef } from 'react';
import { invalidate } from '../actions/use-bound-action.ts';
import { useLiveEvents } from '../use-live.ts';

/** So long several news wait to be read as one, in ms. */
const readAfter = 300;

/** Reads areas again once the live channel tells of what concerns them; a channel that was away may have missed some. */
export function useNews(areas: readonly QueryFilters[], concerns: (event: LiveEvent) => boolean): void {
  const reading = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(reading.current), []);
  useLiveEvents((event) => {
    if (event.type !== 'ready' && !concerns(event)) return;
    clearTimeout(reading.current);
    reading.current = setTimeout(() => invalidate(areas), readAfter);
  });
}
