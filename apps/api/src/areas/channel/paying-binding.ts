import type { callingChannels } from '@xyxlx/contracts/channel';
import { Refusal } from '../../core/errors.ts';
import { rowsOf, sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';

/** The tenant's newest binding at a channel that can tell of payments, and what the platform of that name takes; throws 406 without one. */
export async function payingBinding(
  tx: Transaction,
  { tenantId, channel, now }: { tenantId: string; channel: (typeof callingChannels)[number]; now: Date },
): Promise<{ bindingId: string; feeBps: number }> {
  const [found] = await rowsOf<{ bindingId: string; feeBps: number }>(
    tx,
    sql`SELECT b.id AS "bindingId", coalesce((SELECT p.fee_bps FROM platforms p WHERE p.tenant_id = b.tenant_id AND p.code = b.channel), 0) AS "feeBps"
        FROM channel_bindings b
        WHERE b.tenant_id = ${tenantId}::uuid AND b.channel = ${channel} AND b.state = 'BOUND' AND b.callback_secret_cipher IS NOT NULL
          AND (b.expires_at IS NULL OR b.expires_at > ${now}::timestamptz)
        ORDER BY b.created_at DESC, b.id DESC LIMIT 1`,
  );
  if (!found) throw new Refusal({ zh: '渠道未绑定', en: 'The channel is not bound' });
  return found;
}
