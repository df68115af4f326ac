import { recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { raw, rowsOf, sql } from '../db/sql.ts';
import type { Transaction } from '../db/transaction.ts';
import { visible } from './scope.ts';

/** A table with `tenant_id` and `merchant_id`, by the name that the code gives it. */
type Table = Lowercase<string>;

/** Locks a row that the caller may see, so that of two changes at once the second sees the first; throws 406 when there is none. */
export async function lockVisible(
  tx: Transaction,
  session: Session,
  table: Table,
  id: string,
): Promise<void> {
  const rows = await rowsOf(
    tx,
    sql`SELECT c.id FROM ${raw(table)} c WHERE c.id = ${id}::uuid AND ${visible(session, 'c')} FOR UPDATE`,
  );
  if (rows.length === 0) throw recordMissing();
}

/**
 * Locks those of many rows that the caller may see and returns their ids: in the order of their ids, so that of two bulk actions one
 * waits for the other and never both. Their keys stay free: payments of those people and stores go on.
 */
export async function lockVisibleRows(
  tx: Transaction,
  session: Session,
  table: Table,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    tx,
    sql`SELECT c.id FROM ${raw(table)} c WHERE c.id = ANY(${[...ids]}::uuid[]) AND ${visible(session, 'c')}
        ORDER BY c.id FOR NO KEY UPDATE`,
  );
  return rows.map(({ id }) => id);
}
