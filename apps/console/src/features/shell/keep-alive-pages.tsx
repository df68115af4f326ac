import { Activity, type ContextType, type ReactNode, Suspense, use, useEffect, useRef } from 'react';
import { UNSAFE_LocationContext as LocationContext, useOutlet } from 'react-router';
import { ScreenGate } from './screen-gate.tsx';
import type { Tab } from './use-tabs.ts';

interface Kept {
  page: ReactNode;
  location: ContextType<typeof LocationContext>;
}

/**
 * The open pages, all but the current one hidden: what was typed, picked and scrolled in them is there on return. A hidden
 * page goes on seeing the address it was left at; its effects stop until it is shown again.
 */
export function KeepAlivePages({ tabs, current }: { tabs: readonly Tab[]; current: string }) {
  const page = useOutlet();
  const location = use(LocationContext);
  const kept = useRef(new Map<string, Kept>());

  useEffect(() => {
    kept.current.set(current, { page, location });
    for (const path of kept.current.keys()) {
      if (!tabs.some((tab) => tab.path === path)) kept.current.delete(path);
    }
  }, [tabs, current, page, location]);

  return tabs.map(({ path, screen }) => {
    const shown = path === current ? { page, location } : kept.current.get(path);
    return (
      <Activity key={path} mode={path === current ? 'visible' : 'hidden'}>
        <LocationContext value={shown?.location ?? location}>
          <Suspense>
            <ScreenGate screen={screen}>{shown?.page}</ScreenGate>
          </Suspense>
        </LocationContext>
      </Activity>
    );
  });
}
