import type { Permission } from '@xyxlx/contracts/permissions';
import type { Role } from '@xyxlx/database/client/client';
import { Refusal } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';

type Power = Pick<Role, 'permissions' | 'dataScope' | 'merchantIds' | 'amountCeiling'>;

/** Whether a role allows nothing that the caller may not do: only such a role can be given or taken. */
export function isWithin(
  session: Pick<Session, 'granted' | 'scope' | 'amountCeiling'>,
  role: Power,
): boolean {
  return (
    role.permissions.every((permission) => session.granted.has(permission as Permission)) &&
    coversScope(session, role) &&
    (session.amountCeiling === null ||
      (role.amountCeiling !== null && Number(role.amountCeiling) <= session.amountCeiling))
  );
}

function coversScope({ scope }: Pick<Session, 'scope'>, { dataScope, merchantIds }: Power): boolean {
  if (scope.all || dataScope === 'SELF') return true;
  if (dataScope === 'ALL') return false;
  if (scope.tenant) return true;
  if (dataScope === 'MERCHANTS') return merchantIds.every((id) => scope.merchantIds.includes(id));
  return dataScope === 'COMPANY_TREE' && scope.companyIds.length > 0;
}

/** Refuses to change somebody who may do more than the caller: otherwise a new password would be a way up. */
export function mustOutrank(
  session: Session,
  { roles, userId }: { roles: { role: Power }[]; userId: string | null },
): void {
  if (userId === session.userId || roles.every(({ role }) => isWithin(session, role))) return;
  throw new Refusal({
    zh: '该用户的权限高于您，请联系更高级别的管理员',
    en: 'This user may do more than you, ask an administrator above you',
  });
}
