import type { Session } from '../sessions/session.ts';
import { recordMissing } from '../wire/errors.ts';
import { visible } from './scope.ts';
import { raw, rowsOf, sql } from './sql.ts';
import type { Transaction } from './transaction.ts';

type Table =
  | 'bills'
  | 'consumption_records'
  | 'departments'
  | 'employees'
  | 'limit_batches'
  | 'lottery_records'
  | 'stores';

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
