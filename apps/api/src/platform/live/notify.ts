import type { Label } from '@xyxlx/contracts/endpoint';
import type { Transaction } from '../db/transaction.ts';
import { publishLive } from './live.ts';

/** A message to users, written in the transaction of what it tells of. */
interface Message {
  userIds: readonly string[];
  /** Where it happened. */
  tenantId: string;
  /** Such as `approval.pending`. */
  kind: string;
  title: Label;
  /** A path of the console. */
  link?: string | null;
}

interface Written {
  id: string;
  tenantId: string;
  userId: string;
  createdAt: Date;
}

/**
 * Tells these users, each in the tenant if they belong to it, otherwise (a platform administrator at work there) in their own. Whoever is
 * connected hears it when the transaction commits.
 */
export async function notifyUsers(
  tx: Transaction,
  { userIds, tenantId, kind, title, link }: Message,
): Promise<void> {
  if (userIds.length === 0) return;
  const rows = await tx.$queryRaw<Written[]>`
    INSERT INTO notifications (tenant_id, user_id, kind, title_zh, title_en, link)
    SELECT m.tenant_id, m.user_id, ${kind}, ${title.zh}, ${title.en}, ${link ?? null}
    FROM memberships m
    WHERE m.user_id = ANY (${userIds}::uuid[]) AND (m.tenant_id = ${tenantId}::uuid
      OR NOT EXISTS (SELECT FROM memberships o WHERE o.user_id = m.user_id AND o.tenant_id = ${tenantId}::uuid))
    RETURNING id, tenant_id AS "tenantId", user_id AS "userId", created_at AS "createdAt"`;
  await publishLive(
    tx,
    rows.map(({ id, createdAt, ...to }) => ({
      to,
      event: {
        type: 'notification',
        notification: { id, kind, title, link: link ?? null, createdAt: createdAt.toISOString() },
      },
    })),
  );
}
