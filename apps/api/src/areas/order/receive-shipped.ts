import { receivedAfterDays } from '@xyxlx/contracts/card-order';
import type { Deps } from '../../core/deps.ts';
import { sql } from '../../platform/db/sql.ts';
import { endDueOrders } from './end-due-orders.ts';

/** 已发货 → 已完成 when nobody has said for fifteen days that it came, or did not. */
export async function receiveShippedOrders(deps: Deps): Promise<void> {
  const now = deps.clock.businessNow();
  const sentUntil = new Date(now.getTime() - receivedAfterDays * 86_400_000);
  await endDueOrders(deps, now, {
    ...{ action: 'receiveShippedOrders', from: 'SHIPPED', to: 'DONE' },
    due: sql`c.shipped_at <= ${sentUntil}::timestamptz`,
    since: sql`c.shipped_at`,
    columns: sql`received_at = ${now}::timestamptz,`,
  });
}
