import { type Permission, permissionLabel } from '@xyxlx/contracts/permissions';
import type { TFunction } from 'i18next';
import { labelText } from '../../lib/label.ts';

/** Who has a sub-application in the menu, in words. */
export function permissionText(t: TFunction<'sub-app'>, permission: Permission | null): string {
  return permission === null ? t('field.permission.none') : labelText(permissionLabel(permission));
}
