import type { ReactNode } from 'react';
import { useLabel } from '../../lib/label.ts';
import { useMe } from '../../lib/me.ts';
import { maySee, type Screen } from '../../lib/screen.ts';
import { NoAccess } from './no-access.tsx';

/** Shows the screen, or which permission it takes. The server refuses the calls of a screen shown by mistake. */
export function ScreenGate({ screen, children }: { screen: Screen; children: ReactNode }) {
  const label = useLabel();
  const me = useMe();
  if (!me) return null;
  if (!screen.permission || maySee(screen, me.permissions)) return children;
  return <NoAccess title={label(screen.title)} permission={screen.permission} />;
}
