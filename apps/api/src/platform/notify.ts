import type { Label } from '@xyxlx/contracts/endpoint';
import type { Permission } from '@xyxlx/contracts/permissions';
import { makeLive } from './live/live.ts';
import type { Transaction } from './transaction.ts';

/** A message to users of one tenant, written in the transaction of what it tells of. */
interface Message {
  tenantId: string;
  /** Such as `approval.pending`. */
  kind: string;
  title: Label;
  /** A path of the console. */
  link?: string;
}

const live = makeLive();

interface Written {
  id: string;
  userId: string;
  createdAt: Date;
}

/** Tells one user. */
export async function notifyUser(
  tx: Transaction,
  { userId, ...message }: Message & { userId: string },
): Promise<void> {
  const { tenantId, kind, title, link } = message;
  const row = await tx.notification.create({
    data: { tenantId, userId, kind, titleZh: title.zh, titleEn: title.en, link: link ?? null },
  });
  await publish(tx, message, row);
}

/** Tells everybody in the tenant whose roles have the permission. */
export async function notifyHolders(
  tx: Transaction,
  { permission, exceptUserId, ...message }: Message & { permission: Permission; exceptUserId: string },
): Promise<void> {
  const { tenantId, kind, title, link } = message;
  const rows = await tx.$queryRaw<Written[]>`
    INSERT INTO notifications (tenant_id, user_id, kind, title_zh, title_en, link)
    SELECT m.tenant_id, m.user_id, ${kind}, ${title.zh}, ${title.en}, ${link ?? null}
    FROM memberships m
    WHERE m.tenant_id = ${tenantId}::uuid AND m.state = 'ACTIVE' AND m.user_id <> ${exceptUserId}::uuid
      AND EXISTS (SELECT FROM membership_roles mr JOIN roles r ON r.id = mr.role_id
                  WHERE mr.membership_id = m.id AND ${permission} = ANY (r.permissions))
    RETURNING id, user_id AS "userId", created_at AS "createdAt"`;
  for (const row of rows) await publish(tx, message, row);
}

/** Reaches who is connected when the transaction commits. */
async function publish(
  tx: Transaction,
  { tenantId, kind, title, link }: Message,
  { id, userId, createdAt }: Written,
): Promise<void> {
  const notification = { id, kind, title, link: link ?? null, createdAt: createdAt.toISOString() };
  await live.publish(tx, { tenantId, userId }, { type: 'notification', notification });
}
