import type { Deps } from '../../core/deps.ts';
import { sql } from '../../platform/db/sql.ts';
import { endDueOrders } from './end-due-orders.ts';

/** 待付款 → 已取消 when nobody has paid for seven days. */
export async function cancelUnpaidOrders(deps: Deps): Promise<void> {
  const now = deps.clock.businessNow();
  await endDueOrders(deps, now, {
    ...{ action: 'cancelUnpaidOrders', from: 'TO_PAY', to: 'CANCELLED' },
    due: sql`c.closes_at <= ${now}::timestamptz`,
    since: sql`c.closes_at`,
  });
}
