import type { Label } from '@xyxlx/contracts/endpoint';
import type { Permission } from '@xyxlx/contracts/permissions';
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

/** Tells one user. */
export async function notifyUser(
  tx: Transaction,
  { tenantId, userId, kind, title, link }: Message & { userId: string },
): Promise<void> {
  await tx.notification.create({
    data: { tenantId, userId, kind, titleZh: title.zh, titleEn: title.en, link: link ?? null },
  });
}

/** Tells everybody in the tenant whose roles have the permission. */
export async function notifyHolders(
  tx: Transaction,
  message: Message & { permission: Permission; exceptUserId: string },
): Promise<void> {
  const { tenantId, permission, exceptUserId, kind, title, link } = message;
  await tx.$executeRaw`
    INSERT INTO notifications (tenant_id, user_id, kind, title_zh, title_en, link)
    SELECT m.tenant_id, m.user_id, ${kind}, ${title.zh}, ${title.en}, ${link ?? null}
    FROM memberships m
    WHERE m.tenant_id = ${tenantId}::uuid AND m.state = 'ACTIVE' AND m.user_id <> ${exceptUserId}::uuid
      AND EXISTS (SELECT FROM membership_roles mr JOIN roles r ON r.id = mr.role_id
                  WHERE mr.membership_id = m.id AND ${permission} = ANY (r.permissions))`;
}
