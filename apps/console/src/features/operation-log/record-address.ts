import type { Permission } from '@xyxlx/contracts/permissions';
import { maySee } from '../../lib/screen.ts';
import { declaredScreens } from '../../lib/screen-map.ts';

/** Where a record that was logged is shown; null where no screen opens such a record, or the user may not see that screen. */
export function recordAddress(
  { type, id }: { type: string; id: string },
  permissions: readonly Permission[],
): string | null {
  const screen = declaredScreens().find(({ opens }) => opens?.[type]);
  if (!screen || !maySee(screen, permissions)) return null;
  return `${screen.path}?${screen.opens?.[type]}=${id}`;
}
