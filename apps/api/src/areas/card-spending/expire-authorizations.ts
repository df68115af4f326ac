import type { Deps } from '../../core/deps.ts';
import { activeTenantIds } from '../../platform/db/active-tenant.ts';
import { rowOf, sql } from '../../platform/db/sql.ts';
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts';

/** So many authorizations end together: few enough that nobody who pays meanwhile waits long. */
const atOnce = 500;

/** 授权过期: what open authorizations hold past their end is free again. Nothing of them can be captured from that instant on. */
export async function expireAuthorizations({
  database,
  clock,
}: Pick<Deps, 'database' | 'clock'>): Promise<void> {
  const now = clock.businessNow();
  for (const tenantId of await activeTenantIds(database, now)) {
    let due: number;
    do {
      due = await inTransaction(database, (tx) => expireSome(tx, tenantId, now));
    } while (due === atOnce);
  }
}

async function expireSome(tx: Transaction, tenantId: string, now: Date): Promise<number> {
  // Cards first, as whoever pays does; the authorizations are read again afterwards: another replica, or a capture, may have come first.
  const { ids } = await rowOf<{ ids: string[] | null }>(
    tx,
    sql`
    WITH due AS MATERIALIZED (
      SELECT a.id, a.card_id FROM card_authorizations a
      WHERE a.tenant_id = ${tenantId}::uuid AND a.state = 'OPEN' AND a.expires_at <= ${now}::timestamptz
      ORDER BY a.expires_at, a.id LIMIT ${atOnce}),
    locked AS (
      SELECT count(*) FROM (SELECT c.id FROM cards c WHERE c.tenant_id = ${tenantId}::uuid AND c.id IN (SELECT card_id FROM due)
        ORDER BY c.id FOR UPDATE) one)
    SELECT array_agg(id) AS ids FROM due, locked`,
  );
  if (!ids) return 0;
  await tx.$executeRaw(sql`
    WITH ended AS (
      UPDATE card_authorizations a SET state = 'EXPIRED', closed_at = ${now}::timestamptz
      WHERE a.tenant_id = ${tenantId}::uuid AND a.id = ANY(${ids}::uuid[]) AND a.state = 'OPEN'
      RETURNING a.card_id, a.approved - a.captured - a.reversed AS held),
    sums AS (SELECT card_id, sum(held)::bigint AS held FROM ended GROUP BY 1)
    UPDATE cards c SET held = c.held - s.held FROM sums s WHERE c.tenant_id = ${tenantId}::uuid AND c.id = s.card_id`);
  return ids.length;
}
