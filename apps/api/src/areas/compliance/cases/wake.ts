import { rowsOf, sql } from '../../../platform/db/sql.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import { byItself, stepCases } from './step-cases.ts';

/** So many a transaction. */
export const atOnce = 500;

/** Puts suspended cases whose day has come back into their queues; returns how many. One that somebody is just changing is left for later. */
export async function wakeDue(tx: Transaction, tenantId: string, now: Date): Promise<number> {
  const due = await rowsOf<{ id: string }>(
    tx,
    sql`SELECT c.id FROM risk_cases c WHERE c.tenant_id = ${tenantId}::uuid AND c.state = 'SUSPENDED' AND c.suspended_until <= ${now}::timestamptz
        ORDER BY c.suspended_until, c.id LIMIT ${atOnce} FOR NO KEY UPDATE SKIP LOCKED`,
  );
  const ids = due.map(({ id }) => id);
  const columns = sql`suspended_at = NULL, suspended_until = NULL`;
  await stepCases(tx, byItself(now), tenantId, ids, { action: 'WAKE', to: 'NEW', columns });
  return ids.length;
}
