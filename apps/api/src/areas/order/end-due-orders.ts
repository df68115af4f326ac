import type { CardOrderState } from '@xyxlx/contracts/card-order-kinds';
import { systemActor } from '@xyxlx/contracts/system-actor';
import type { Deps } from '../../core/deps.ts';
import { activeTenantIds } from '../../platform/db/active-tenant.ts';
import { empty, rowsOf, type Sql, sql } from '../../platform/db/sql.ts';
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts';
import { logChanges, theSystem } from '../../platform/operation-log/operation-log.ts';
import { shanghaiDay } from '../../platform/time/shanghai.ts';

/** So many a transaction. */
const atOnce = 500;

/** What becomes of orders `c` by itself after some time. */
export interface OrderDuty {
  /** What the log calls it. */
  action: string;
  from: CardOrderState;
  to: CardOrderState;
  /** Which of them, and in which order. */
  due: Sql;
  since: Sql;
  /** What changes beside the state, each with a comma behind it. */
  columns?: Sql;
}

/** Does that to all orders that are due, at business time; one that somebody is just changing is left for the next minute. */
export async function endDueOrders(
  { database }: Pick<Deps, 'database'>,
  now: Date,
  duty: OrderDuty,
): Promise<void> {
  for (const tenantId of await activeTenantIds(database, now)) {
    while ((await inTransaction(database, (tx) => endSome(tx, tenantId, now, duty))) === atOnce);
  }
}

async function endSome(
  tx: Transaction,
  tenantId: string,
  now: Date,
  { action, from, to, due, since, columns = empty }: OrderDuty,
): Promise<number> {
  const ended = await rowsOf<{ id: string; orderNo: string }>(
    tx,
    sql`
    WITH due AS (
      SELECT c.id FROM card_orders c WHERE c.tenant_id = ${tenantId}::uuid AND c.state = ${from} AND ${due}
      ORDER BY ${since} LIMIT ${atOnce} FOR NO KEY UPDATE OF c SKIP LOCKED)
    UPDATE card_orders c SET state = ${to}, ${columns} version = c.version + 1, updated_at = ${now}::timestamptz, updated_by = ${systemActor.zh}
    FROM due WHERE c.tenant_id = ${tenantId}::uuid AND c.id = due.id
    RETURNING c.id, c.order_no AS "orderNo"`,
  );
  const changes = ended.map(({ id, orderNo }) => ({
    ...{ tenantId, id, label: orderNo },
    before: { state: from },
    after: { state: to },
  }));
  if (changes.length > 0) {
    const operation = { module: 'order', action, target: 'cardOrder' };
    await logChanges(tx, theSystem(tenantId, `${action}/${shanghaiDay(now)}`, operation), changes);
  }
  return ended.length;
}
