import type { ChannelRefund } from '@xyxlx/database/client/client';
import type { Deps } from '../../core/deps.ts';
import { ChannelRefused, ChannelSilent } from '../../platform/channels/channel-errors.ts';
import { activeTenantIds } from '../../platform/db/active-tenant.ts';
import { rowsOf, sql } from '../../platform/db/sql.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { nextTry } from '../../platform/jobs/next-try.sql.ts';
import { askToRefund } from '../channel/ask-to-pay.ts';
import { recordAnswer } from './refund-answers.ts';

/** So many a tenant and minute: a channel that doesn't answer takes five seconds of each. */
const atOnce = 20;

/**
 * Asks channels for the refunds that were agreed to, each until it says yes or no. Which is asked is not asked again before its next time, also where
 * the replica that asks is killed, and its number has the channel pay once.
 */
export async function sendChannelRefunds(deps: Deps): Promise<void> {
  for (const tenantId of await activeTenantIds(deps.database, deps.clock.businessNow())) {
    for (let asked = 0; asked < atOnce; asked += 1) {
      const id = await takeDue(deps, tenantId);
      if (id === undefined) break;
      await send(deps, { tenantId, id });
    }
  }
}

/** The refund that waits longest, its attempt counted before the channel hears of it; undefined when none is due. */
function takeDue({ database, clock }: Deps, tenantId: string): Promise<string | undefined> {
  const now = clock.businessNow();
  return inTransaction(database, async (tx) => {
    const [taken] = await rowsOf<Pick<ChannelRefund, 'id'>>(
      tx,
      sql`UPDATE channel_refunds c SET attempts = c.attempts + 1, version = c.version + 1,
            due_at = due.next_try
          FROM (SELECT q.id, ${nextTry('q', now)} AS next_try FROM channel_refunds q
            WHERE q.tenant_id = ${tenantId}::uuid AND q.state = 'SENDING' AND q.due_at <= ${now}::timestamptz
            ORDER BY q.due_at LIMIT 1 FOR NO KEY UPDATE OF q SKIP LOCKED) due
          WHERE c.tenant_id = ${tenantId}::uuid AND c.id = due.id
          RETURNING c.id`,
    );
    return taken?.id;
  });
}

async function send(deps: Deps, key: { tenantId: string; id: string }): Promise<void> {
  try {
    await askToRefund(deps, key);
  } catch (error) {
    if (!(error instanceof ChannelSilent || error instanceof ChannelRefused)) throw error;
    await recordAnswer(deps, key, error);
    return;
  }
  await recordAnswer(deps, key, null);
}
