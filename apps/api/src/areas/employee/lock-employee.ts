import type { Employee } from '@xyxlx/database/client/client';
import { visible } from '../../platform/scope.ts';
import { rowsOf, sql } from '../../platform/sql.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { Session } from '../../sessions/session.ts';
import { recordMissing } from '../../wire/errors.ts';

/** Locks an employee that the caller may see, so that of two changes at once the second sees the first. */
export async function lockEmployee(tx: Transaction, session: Session, id: string): Promise<Employee> {
  const rows = await rowsOf(
    tx,
    sql`SELECT c.id FROM employees c WHERE c.id = ${id}::uuid AND ${visible(session, 'c')} FOR UPDATE`,
  );
  if (rows.length === 0) throw recordMissing();
  return tx.employee.findUniqueOrThrow({ where: { id } });
}
