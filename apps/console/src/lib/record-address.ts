import type { Label } from '@xyxlx/contracts/endpoint';
import type { Permission } from '@xyxlx/contracts/permissions';
import { generatePath } from 'react-router';
import { maySee } from './screen.ts';
import { declaredScreens } from './screen-map.ts';

/** Where a record is shown; null where no screen opens such a record, or the user may not see that screen. */
export function recordAddress(
  { type, id }: { type: string; id: string },
  permissions: readonly Permission[],
): string | null {
  const screen = declaredScreens().find(({ opens }) => opens?.[type]);
  if (!screen?.load || !maySee(screen, permissions)) return null;
  return `${generatePath(screen.path)}?${screen.opens?.[type]}=${id}`;
}

/** The record's own page, for kinds that have one; otherwise where it is shown. */
export function recordPage(
  { type, id }: { type: string; id: string },
  permissions: readonly Permission[],
): string | null {
  const page = declaredScreens().find(({ pageOf }) => pageOf === type);
  if (!page) return recordAddress({ type, id }, permissions);
  return maySee(page, permissions) ? generatePath(page.path, { id }) : null;
}

/** What a kind of record is called; undefined where no screen says it. */
export function recordLabel(type: string): Label | undefined {
  return declaredScreens().find(({ records }) => records?.[type])?.records?.[type];
}
