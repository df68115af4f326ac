import { systemActor } from '@xyxlx/contracts/system-actor';
import type { Deps } from '../../core/deps.ts';
import { activeTenantIds } from '../../platform/db/active-tenant.ts';
import { rowsOf, sql } from '../../platform/db/sql.ts';
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts';
import { logChanges, theSystem } from '../../platform/operation-log/operation-log.ts';
import { shanghaiDay } from '../../platform/time/shanghai.ts';

/** So many a transaction: a channel that tells of one of them never waits for long. */
const atOnce = 500;

const closing = { module: 'topup', action: 'closeTopUps', target: 'topUp' };

/** 待支付, 待认领 → 关闭 when nobody has begun to pay in time; one that its channel is just telling of is left for the next minute. */
export async function closeTopUps({ database, clock }: Deps): Promise<void> {
  const now = clock.businessNow();
  for (const tenantId of await activeTenantIds(database, now)) {
    while ((await inTransaction(database, (tx) => closeSome(tx, tenantId, now))) === atOnce);
  }
}

async function closeSome(tx: Transaction, tenantId: string, now: Date): Promise<number> {
  const closed = await rowsOf<{ id: string; topUpNo: string; state: string }>(
    tx,
    sql`
    WITH due AS (
      SELECT c.id FROM top_ups c WHERE c.tenant_id = ${tenantId}::uuid AND c.state IN ('WAITING', 'TO_CLAIM') AND c.closes_at <= ${now}::timestamptz
      ORDER BY c.closes_at LIMIT ${atOnce} FOR NO KEY UPDATE OF c SKIP LOCKED)
    UPDATE top_ups c SET state = 'CLOSED', version = c.version + 1, updated_at = ${now}::timestamptz, updated_by = ${systemActor.zh}
    FROM due WHERE c.tenant_id = ${tenantId}::uuid AND c.id = due.id
    RETURNING c.id, c.top_up_no AS "topUpNo", old.state`,
  );
  const changes = closed.map(({ id, topUpNo, state }) => ({
    ...{ tenantId, id, label: topUpNo },
    before: { state },
    after: { state: 'CLOSED' },
  }));
  if (changes.length > 0) {
    await logChanges(tx, theSystem(tenantId, `closeTopUps/${shanghaiDay(now)}`, closing), changes);
  }
  return closed.length;
}
