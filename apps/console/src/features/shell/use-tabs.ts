import { paths } from '@xyxlx/contracts/paths';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Screen } from '../../lib/screen.ts';
import { useCurrentScreen } from './use-current-screen.ts';

/** An open page: the screen, and the address it was last seen at. */
export interface Tab {
  path: string;
  url: string;
  screen: Screen;
}

// Each open page stays in memory with everything in it.
const maxTabs = 12;

/** The pages opened since the console was loaded, in the order they were opened. */
export function useTabs(screens: readonly Screen[]) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const screen = useCurrentScreen(screens);
  const [tabs, setTabs] = useState<readonly Tab[]>([]);

  const [leaving, setLeaving] = useState<string | null>(null);

  const known = tabs.find((tab) => tab.path === pathname);
  const url = pathname + search;
  // During render, so that the strip never lags a frame behind the page.
  if (screen && (known?.url !== url || known.screen !== screen))
    setTabs(opened(tabs, { path: pathname, url, screen }));

  if (leaving !== null && leaving !== pathname) {
    setLeaving(null);
    setTabs((present) => present.filter((tab) => tab.path !== leaving));
  }

  function close(path: string): void {
    const at = tabs.findIndex((tab) => tab.path === path);
    const rest = tabs.filter((tab) => tab.path !== path);
    if (path !== pathname) {
      setTabs(rest);
      return;
    }
    // The page on the screen stays among the open ones until the next one has taken its place.
    setLeaving(path);
    navigate((rest[at] ?? rest.at(-1))?.url ?? paths.layout);
  }

  return { tabs, current: pathname, screen, close };
}

function opened(tabs: readonly Tab[], tab: Tab): readonly Tab[] {
  if (tabs.some(({ path }) => path === tab.path))
    return tabs.map((known) => (known.path === tab.path ? tab : known));
  return [...tabs, tab].slice(-maxTabs);
}
