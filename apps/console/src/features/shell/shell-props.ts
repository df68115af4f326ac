import type { ComponentType } from 'react';
import type { Command } from '../../lib/command.ts';
import type { Screen, ScreenGroup } from '../../lib/screen.ts';

/** What the frame is built from; its parts take what they need of it. */
export interface ShellProps {
  screens: readonly Screen[];
  groups: readonly ScreenGroup[];
  commands: readonly Command[];
  /** Loads a screen's code ahead of the click. */
  prefetch(screen: Screen): unknown;
  /** The drawer that changes one's own password, fetched when it is first opened. */
  PasswordDrawer: ComponentType<{ open: boolean; onClose(): void }>;
}
