import type { LiveEvent } from '@xyxlx/contracts/job';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { type LiveStatus, live } from '../lib/live.ts';

/** Hears the live channel as long as the component is on the screen, and `isOn`. */
export function useLiveEvents(onEvent: (event: LiveEvent) => void, isOn = true): void {
  const hear = useEffectEvent(onEvent);
  useEffect(() => (isOn ? live.listen((event) => hear(event)) : undefined), [isOn]);
}

/** How the live channel stands, and a new render when that changes. */
export function useLiveStatus(): LiveStatus {
  return useSyncExternalStore(live.watch, live.status);
}
