import { lazy, type ReactNode, Suspense } from 'react';
import { useLabel } from '../../lib/label.ts';
import { useMe } from '../../lib/me.ts';
import { maySee, type Screen } from '../../lib/screen.ts';

// Seldom seen, and no part of what every first page weighs.
const NoAccess = lazy(async () => ({ default: (await import('./no-access.tsx')).NoAccess }));

/** Shows the screen, or which permission it takes. The server refuses the calls of a screen shown by mistake. */
export function ScreenGate({ screen, children }: { screen: Screen; children: ReactNode }) {
  const label = useLabel();
  const me = useMe();
  if (!me) return null;
  if (!screen.permission || maySee(screen, me.permissions)) return children;
  return (
    <Suspense>
      <NoAccess title={label(screen.title)} permission={screen.permission} />
    </Suspense>
  );
}
