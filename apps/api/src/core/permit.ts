import { type Permission, permissionLabel } from '@xyxlx/contracts/permissions';
import { Refusal } from './errors.ts';
import type { Session } from './session.ts';

/** Refuses (406, as 403 means "sign in again" here) a caller without the permission, and names it. */
export function permit(caller: Session, permission: Permission | undefined): void {
  if (permission && !caller.permissions.has(permission)) throw missingPermission(permission);
}

/** The refusal that names the permission that is missing. */
export function missingPermission(permission: Permission): Refusal {
  const label = permissionLabel(permission);
  return new Refusal(
    {
      zh: `没有权限：${label.zh}，请联系租户管理员开通`,
      en: `Missing permission: ${label.en}. Ask your tenant's administrator for it`,
    },
    { permission },
  );
}
