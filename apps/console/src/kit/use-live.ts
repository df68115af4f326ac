import type { LiveEvent } from '@xyxlx/contracts/job';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { type LiveStatus, live } from '../lib/live.ts';

/** Hears the live channel as long as the component is on the screen. */
export function useLiveEvents(onEvent: (event: LiveEvent) => void): void {
  const hear = useEffectEvent(onEvent);
  useEffect(() => live.listen((event) => hear(event)), []);
}

/** How the live channel stands, and a new render when that changes. */
export function useLiveStatus(): LiveStatus {
  return useSyncExternalStore(live.watch, live.status);
}
