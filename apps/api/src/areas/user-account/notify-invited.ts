import { paths } from '@xyxlx/contracts/paths';
import type { RequestInfo } from '../../core/call.ts';
import type { Deps } from '../../core/deps.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { notifyUsers } from '../../platform/live/notify-users.ts';
import { logChanges, theSystem } from '../../platform/operation-log/operation-log.ts';

/** Notifies the owners of mobiles that they are asked to join a tenant: by message, and wherever they are signed in. */
export async function notifyInvited(
  tx: Transaction,
  { messenger, settings }: Deps,
  tenantId: string,
  mobiles: readonly string[],
): Promise<void> {
  const tenant = await tx.tenant.findUniqueOrThrow({ where: { id: tenantId } });
  const address = `${settings.signOn.publicUrl}/invitation`;
  const text = `“${tenant.name}”邀请您加入。同意请在 7 天内打开 ${address} 用验证码确认，与您无关请忽略。 You are asked to join: confirm at ${address} within 7 days.`;
  for (const mobile of mobiles) await messenger.send({ mobile, scene: 'invitation', code: null, text }, tx);
  const owners = await tx.user.findMany({ where: { mobile: { in: [...mobiles] } }, select: { id: true } });
  await notifyUsers(tx, {
    userIds: owners.map(({ id }) => id),
    tenantId,
    kind: 'invitation.pending',
    // Without the tenant's name: somebody who uses an initial password is not yet known to be the owner.
    title: {
      zh: '有租户邀请您加入，请用手机验证码确认',
      en: 'A tenant asks you to join: confirm it with a code',
    },
    link: paths.invitation,
  });
}

/** Writes into the log of every other tenant that these people work in that they were asked to join one, or did; not which. */
export async function logElsewhere(
  tx: Transaction,
  request: Pick<RequestInfo, 'id'>,
  tenantId: string,
  mobiles: readonly string[],
  action: 'askedToJoin' | 'joinedElsewhere',
): Promise<void> {
  const places = await tx.$queryRaw<{ tenantId: string; people: { id: string; name: string }[] }[]>`
    SELECT m.tenant_id AS "tenantId", json_agg(json_build_object('id', u.id, 'name', u.name) ORDER BY u.id) AS people
    FROM users u JOIN memberships m ON m.user_id = u.id
    WHERE u.mobile = ANY (${[...mobiles]}::text[]) AND m.state = 'ACTIVE' AND m.tenant_id <> ${tenantId}::uuid
    GROUP BY m.tenant_id ORDER BY m.tenant_id`;
  for (const place of places) {
    await logChanges(
      tx,
      theSystem(place.tenantId, request.id, { module: 'userAccount', action, target: 'user' }),
      place.people.map(({ id, name }) => ({
        tenantId: place.tenantId,
        id,
        label: name,
      })),
    );
  }
}
