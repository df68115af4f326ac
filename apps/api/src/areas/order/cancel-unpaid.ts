import { systemActor } from '@xyxlx/contracts/system-actor';
import type { Deps } from '../../core/deps.ts';
import { activeTenantIds } from '../../platform/db/active-tenant.ts';
import { rowsOf, sql } from '../../platform/db/sql.ts';
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts';
import { logChanges, theSystem } from '../../platform/operation-log/operation-log.ts';
import { shanghaiDay } from '../../platform/time/shanghai.ts';

/** So many a transaction. */
const atOnce = 500;

const cancelling = { module: 'order', action: 'cancelUnpaidOrders', target: 'cardOrder' };

/** 待付款 → 已取消 when nobody has paid for seven days; one that is just being paid is left for the next minute. */
export async function cancelUnpaidOrders({ database, clock }: Deps): Promise<void> {
  const now = clock.businessNow();
  for (const tenantId of await activeTenantIds(database, now)) {
    while ((await inTransaction(database, (tx) => cancelSome(tx, tenantId, now))) === atOnce);
  }
}

async function cancelSome(tx: Transaction, tenantId: string, now: Date): Promise<number> {
  const cancelled = await rowsOf<{ id: string; orderNo: string }>(
    tx,
    sql`
    WITH due AS (
      SELECT c.id FROM card_orders c WHERE c.tenant_id = ${tenantId}::uuid AND c.state = 'TO_PAY' AND c.closes_at <= ${now}::timestamptz
      ORDER BY c.closes_at LIMIT ${atOnce} FOR NO KEY UPDATE OF c SKIP LOCKED)
    UPDATE card_orders c SET state = 'CANCELLED', version = c.version + 1, updated_at = ${now}::timestamptz, updated_by = ${systemActor.zh}
    FROM due WHERE c.tenant_id = ${tenantId}::uuid AND c.id = due.id
    RETURNING c.id, c.order_no AS "orderNo"`,
  );
  const changes = cancelled.map(({ id, orderNo }) => ({
    ...{ tenantId, id, label: orderNo },
    before: { state: 'TO_PAY' },
    after: { state: 'CANCELLED' },
  }));
  if (changes.length > 0) {
    await logChanges(tx, theSystem(tenantId, `cancelUnpaidOrders/${shanghaiDay(now)}`, cancelling), changes);
  }
  return cancelled.length;
}
