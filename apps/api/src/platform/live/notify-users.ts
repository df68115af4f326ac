import type { Label } from '@xyxlx/contracts/endpoint';
import { raw } from '../db/sql.ts';
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
  kind: string;
  zh: string;
  en: string;
  link: string | null;
  createdAt: Date;
}

/** SQL for whether a user hears at the membership `m` of what happened at `g`: of the tenant if they belong to it, otherwise their own. */
export const hearsAt = raw(`(m.tenant_id = g."tenantId"
      OR NOT EXISTS (SELECT FROM memberships o WHERE o.user_id = m.user_id AND o.tenant_id = g."tenantId"))`);

/**
 * Tells these users, each in the tenant if they belong to it, otherwise (a platform administrator at work there) in their own. A user who is
 * connected hears it when the transaction commits.
 */
export async function notifyUsers(tx: Transaction, message: Message): Promise<void> {
  await notifyEach(tx, [message]);
}

/** As `notifyUsers`, many messages in one statement. */
export async function notifyEach(tx: Transaction, messages: readonly Message[]): Promise<void> {
  const given = messages
    .filter(({ userIds }) => userIds.length > 0)
    .map(({ title, link = null, ...message }) => ({ ...message, ...title, link }));
  if (given.length === 0) return;
  const rows = await tx.$queryRaw<Written[]>`
    INSERT INTO notifications (tenant_id, user_id, kind, title_zh, title_en, link)
    SELECT m.tenant_id, m.user_id, g.kind, g.zh, g.en, g.link
    FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb) AS g("tenantId" uuid, "userIds" uuid[], kind text, zh text, en text, link text)
    JOIN memberships m ON m.user_id = ANY (g."userIds") AND ${hearsAt}
    RETURNING id, tenant_id AS "tenantId", user_id AS "userId", kind, title_zh AS zh, title_en AS en, link, created_at AS "createdAt"`;
  await publishLive(
    tx,
    rows.map(({ id, tenantId, userId, kind, zh, en, link, createdAt }) => ({
      to: { tenantId, userId },
      event: {
        type: 'notification',
        notification: { id, kind, title: { zh, en }, link, createdAt: createdAt.toISOString() },
      },
    })),
  );
}
