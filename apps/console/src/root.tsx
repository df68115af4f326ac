import { Outlet, useMatches, useNavigation } from 'react-router';
import { Frame } from './frame.tsx';
import { useLabel } from './lib/label.ts';
import { screenOf } from './lib/screen.ts';

/** Every page of the router in its frame. */
export function Root() {
  const label = useLabel();
  const isNavigating = useNavigation().state !== 'idle';
  const screen = screenOf(useMatches().at(-1)?.handle);
  return (
    <Frame title={screen && label(screen.title)} isNavigating={isNavigating}>
      <Outlet />
    </Frame>
  );
}
