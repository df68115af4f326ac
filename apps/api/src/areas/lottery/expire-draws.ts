import { type LotteryState, lotteryTransitions } from '@xyxlx/contracts/lottery';
import { systemActor } from '@xyxlx/contracts/system-actor';

import type { Deps } from '../../core/deps.ts';
import { activeTenantIds } from '../../platform/db/active-tenant.ts';
import { raw, rowsOf, sql } from '../../platform/db/sql.ts';
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts';
import { logChanges, theSystem } from '../../platform/operation-log/operation-log.ts';
import { shanghaiDay } from '../../platform/time/shanghai.ts';

/** So many draws a transaction: an award of one of them never waits for long. */
const atOnce = 500;

/** As the partial index has them: parameters would not find it. */
const expirable = raw(lotteryTransitions.automatic.expireDraws.from.map((state) => `'${state}'`).join(', '));

const expiring = { module: 'lottery', action: 'expireDraws', target: 'lottery' };

interface Expired {
  id: string;
  lotteryNo: string;
  before: LotteryState;
}

/**
 * 待发放 and 发放失败 → 已过期 when a prize's validity is over: what nobody got goes back into the stock, and its value into
 * the budget. A draw that is just being awarded is left for the next minute.
 */
export async function expireDraws({ database, clock }: Deps): Promise<void> {
  const now = clock.businessNow();
  for (const tenantId of await activeTenantIds(database, now)) {
    while ((await inTransaction(database, (tx) => expireSome(tx, tenantId, now))) === atOnce);
  }
}

async function expireSome(tx: Transaction, tenantId: string, now: Date): Promise<number> {
  const expired = await rowsOf<Expired>(
    tx,
    sql`
    WITH due AS (
      SELECT c.id, c.state FROM lottery_records c
      WHERE c.tenant_id = ${tenantId}::uuid AND c.state IN (${expirable}) AND c.expires_at <= ${now}::timestamptz
      ORDER BY c.expires_at LIMIT ${atOnce} FOR UPDATE OF c SKIP LOCKED),
    expired AS (
      UPDATE lottery_records c SET state = 'EXPIRED', updated_at = ${now}::timestamptz, updated_by = ${systemActor.zh}
      FROM due WHERE c.tenant_id = ${tenantId}::uuid AND c.id = due.id
      RETURNING c.id, c.lottery_no, c.activity_id, c.prize_id, c.value, due.state AS before),
    unspent AS (
      UPDATE lottery_activities a SET spent = a.spent - e.value
      FROM (SELECT activity_id, sum(value) AS value FROM expired GROUP BY 1) e
      WHERE a.tenant_id = ${tenantId}::uuid AND a.id = e.activity_id),
    restocked AS (
      UPDATE lottery_prizes z SET stock = z.stock + e.count
      FROM (SELECT prize_id, count(*)::int AS count FROM expired GROUP BY 1) e
      WHERE z.tenant_id = ${tenantId}::uuid AND z.id = e.prize_id)
    SELECT id, lottery_no AS "lotteryNo", before FROM expired`,
  );
  const changes = expired.map(({ id, lotteryNo, before }) => ({
    tenantId,
    id,
    label: lotteryNo,
    before: { state: before },
    after: { state: 'EXPIRED' },
  }));
  if (changes.length > 0) {
    await logChanges(tx, theSystem(tenantId, `expireDraws/${shanghaiDay(now)}`, expiring), changes);
  }
  return expired.length;
}
