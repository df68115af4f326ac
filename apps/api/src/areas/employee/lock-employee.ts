import type { Employee } from '@xyxlx/database/client/client';
import type { Session } from '../../core/session.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { keysOf, lockVisible, lockVisibleRows } from '../../platform/records/lock-visible.ts';

/** Locks an employee that the caller may see, so that of two changes at once the second sees the first. */
export async function lockEmployee(tx: Transaction, session: Session, id: string): Promise<Employee> {
  return tx.employee.findUniqueOrThrow({
    where: { tenantId_id: await lockVisible(tx, session, 'employees', id) },
  });
}

/** As `lockEmployee` for those of many that the caller may see. */
export async function lockEmployees(
  tx: Transaction,
  session: Session,
  ids: readonly string[],
): Promise<Employee[]> {
  return tx.employee.findMany({ where: keysOf(await lockVisibleRows(tx, session, 'employees', ids)) });
}
