import { useLocation, useMatches } from 'react-router';
import { type Screen, screenOf } from '../../lib/screen.ts';

/** The screen of the address: the one with this very path, or the one whose pattern it fits. */
export function useCurrentScreen(screens: readonly Screen[]): Screen | undefined {
  const { pathname } = useLocation();
  const fitting = screenOf(useMatches().at(-1)?.handle);
  return screens.find(({ path }) => path === pathname) ?? fitting;
}
