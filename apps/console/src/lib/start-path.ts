import { paths } from '@xyxlx/contracts/paths';
import type { Permission } from '@xyxlx/contracts/permissions';
import { safeRedirect } from './redirect.ts';

/** Where somebody begins: the page of this site that was asked for, else the merchants, or what is their own where they may see no merchants. */
export function startPath(asked: string | null, permissions: readonly Permission[]): string {
  const target = safeRedirect(asked, paths.merchant);
  const hasOwnAlone = permissions.includes('own.card') && !permissions.includes('merchant.view');
  return target === paths.merchant && hasOwnAlone ? paths.myCard : target;
}
