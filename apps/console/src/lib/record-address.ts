import type { Label } from '@xyxlx/contracts/endpoint';
import type { Permission } from '@xyxlx/contracts/permissions';
import { generatePath } from 'react-router';
import { maySee } from './screen.ts';
import { declaredScreens } from './screen-map.ts';

interface Which {
  type: string;
  id: string;
}

/** Where a record is shown; null where no screen opens such a record, or the user may not see that screen. */
export function recordAddress(record: Which, permissions: readonly Permission[]): string | null {
  return opened(record, permissions) ?? paged(record, permissions);
}

/** The record's own page, for kinds that have one; otherwise where it is shown. */
export function recordPage(record: Which, permissions: readonly Permission[]): string | null {
  return paged(record, permissions) ?? opened(record, permissions);
}

function opened({ type, id }: Which, permissions: readonly Permission[]): string | null {
  const screen = declaredScreens().find(({ opens }) => opens?.[type]);
  if (!screen?.load || !maySee(screen, permissions)) return null;
  return `${generatePath(screen.path)}?${screen.opens?.[type]}=${id}`;
}

function paged({ type, id }: Which, permissions: readonly Permission[]): string | null {
  const page = declaredScreens().find(({ pageOf }) => pageOf === type);
  return page && maySee(page, permissions) ? generatePath(page.path, { id }) : null;
}

/** What a kind of record is called; undefined where no screen says it. */
export function recordLabel(type: string): Label | undefined {
  return declaredScreens().find(({ records }) => records?.[type])?.records?.[type];
}
