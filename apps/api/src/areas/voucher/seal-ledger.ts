import type { Deps } from '../../core/deps.ts';
import { activeTenantIds } from '../../platform/db/active-tenant.ts';
import { rowsOf, type Sql, sql } from '../../platform/db/sql.ts';
import { inTransaction, longestTransaction, type Transaction } from '../../platform/db/transaction.ts';
import { shanghaiDay } from '../../platform/time/shanghai.ts';
import { handIn, type Making, writeSealed } from './make-vouchers.ts';

/** So many slots are sealed in one transaction. */
const atOnce = 200;

type Locking = 'SKIP LOCKED' | 'WAIT';

interface Sealing {
  tenantId: string;
  now: Date;
}

/**
 * Seals what is due in every tenant's books: days that are over, and documents that are done. Again and again without effect, by several
 * replicas at once too; a slot that somebody is writing into is left to the next minute.
 */
export async function sealLedger({ database, clock }: Deps): Promise<void> {
  const now = clock.businessNow();
  for (const tenantId of await activeTenantIds(database, now)) {
    let sealed: number;
    do {
      sealed = await inTransaction(
        database,
        (tx) => sealSlots(tx, { tenantId, now }, due(shanghaiDay(now)), 'SKIP LOCKED'),
        { timeout: longestTransaction },
      );
    } while (sealed === atOnce);
  }
}

/** A day's slots once it is over; a document's once it is done: a batch when its job has ended, any other when it is written. */
function due(today: string): Sql {
  return sql`CASE WHEN s.doc_id IS NULL THEN s.book_date < ${today}::date ELSE NOT EXISTS (
    SELECT FROM limit_batches b WHERE b.tenant_id = s.tenant_id AND b.id = s.doc_id AND b.state IN ('RUNNING', 'UNDOING')
    UNION ALL
    SELECT FROM issue_batches b WHERE b.tenant_id = s.tenant_id AND b.id = s.doc_id AND b.state IN ('RUNNING', 'VOIDING')) END`;
}

/**
 * Seals open slots of a tenant, the first ones that `which` lets, and makes their vouchers; one without postings goes. Returns how many there
 * were. Only who does not wait for a lock may hold several: a writer that holds one slot and wants another would wait for us both.
 */
export async function sealSlots(
  tx: Transaction,
  { tenantId, now }: Sealing,
  which: Sql,
  locking: Locking,
): Promise<number> {
  const { found, sealed } = await closeSlots(tx, tenantId, which, locking);
  const made = await writeSealed(tx, { tenantId, now }, sealed);
  await handIn(tx, { tenantId, trace: `sealLedger/${sealed[0]?.date}` }, made);
  return found;
}

/** Seals slots as `sealSlots` does, and leaves their days and vouchers to the caller. */
export async function closeSlots(
  tx: Transaction,
  tenantId: string,
  which: Sql,
  locking: Locking,
): Promise<{ found: number; sealed: Making[] }> {
  const limit = locking === 'WAIT' ? 1 : atOnce;
  const slots = await rowsOf<{ id: string; date: string }>(
    tx,
    sql`SELECT s.id, s.book_date::text AS date FROM ledger_slots s
        WHERE s.tenant_id = ${tenantId}::uuid AND s.state = 'OPEN' AND ${which}
        ORDER BY s.book_date, s.id LIMIT ${limit}::int ${locking === 'WAIT' ? sql`FOR UPDATE` : sql`FOR UPDATE SKIP LOCKED`}`,
  );
  if (slots.length === 0) return { found: 0, sealed: [] };
  const ids = slots.map(({ id }) => id);
  // NOT EXISTS is joined, which reads every posting of the day; this looks for one a slot.
  const gone = await rowsOf<{ id: string }>(
    tx,
    sql`DELETE FROM ledger_slots s WHERE s.tenant_id = ${tenantId}::uuid AND s.id = ANY(${ids}::uuid[])
          AND (SELECT p.leg FROM ledger_postings p WHERE p.tenant_id = s.tenant_id AND p.slot_id = s.id LIMIT 1) IS NULL RETURNING s.id`,
  );
  const empty = new Set(gone.map(({ id }) => id));
  const kept = slots.filter(({ id }) => !empty.has(id));
  await tx.ledgerSlot.updateMany({
    where: { tenantId, id: { in: kept.map(({ id }) => id) } },
    data: { state: 'SEALED' },
  });
  return { found: slots.length, sealed: kept.map(({ id, date }) => ({ slotId: id, date })) };
}
