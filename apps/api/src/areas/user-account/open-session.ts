import { groupOf } from '@xyxlx/contracts/permissions';
import type { signedIn } from '@xyxlx/contracts/user-account';
import type { z } from 'zod';
import type { RequestInfo } from '../../core/call.ts';
import type { Deps } from '../../core/deps.ts';
import { type Queryable, type Sql, sql } from '../../platform/db/sql.ts';
import { maskMobile } from '../../platform/security/mask.ts';
import { linkUser } from '../employee/link-user.ts';
import { presentUser, type UserInTenant } from './present-user.ts';
import { accountOwner } from './usable-membership.ts';

export type SignedIn = z.input<typeof signedIn>;

/** Opens a session in the membership's tenant, and with it writes the login log and the user's last sign-in; who may see what is their own is linked with the employee they are. */
export async function openSession(
  deps: Deps,
  client: Queryable,
  request: RequestInfo,
  membership: UserInTenant,
): Promise<SignedIn> {
  const { userId, tenantId, user, roles } = membership;
  const seesOwn = roles.some(({ role }) => role.permissions.some((one) => groupOf(one) === 'own'));
  if (seesOwn) await linkUser(deps, client, request, accountOwner(membership));
  const records = [
    loginRecord(deps, request, { mobile: user.mobile, userId, tenantId, result: 'ok' }),
    sql`UPDATE users SET last_login_at = ${deps.clock.now()} WHERE id = ${userId}::uuid`,
  ];
  const { token } = await deps.sessions.open(client, { userId, tenantId }, request, records);
  return { token, user: presentUser(membership) };
}

/** The statement that adds one line to the login log. */
export function loginRecord(
  { clock }: Pick<Deps, 'clock'>,
  { device, ip }: RequestInfo,
  login: { mobile: string; userId: string } & (
    | { result: 'ok'; tenantId: string }
    | { result: 'refused'; tenantId?: never }
  ),
): Sql {
  const { userId, tenantId = null, mobile, result } = login;
  return sql`
    INSERT INTO login_records (user_id, tenant_id, mobile, result, device, ip, created_at)
    VALUES (${userId}::uuid, ${tenantId}::uuid, ${maskMobile(mobile)}, ${result}, ${device}, ${ip}, ${clock.now()})`;
}
