import type { Employee } from '@xyxlx/database/client/client';
import type { Session } from '../../core/session.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { lockVisible, lockVisibleRows } from '../../platform/records/lock-visible.ts';

/** Locks an employee that the caller may see, so that of two changes at once the second sees the first. */
export async function lockEmployee(tx: Transaction, session: Session, id: string): Promise<Employee> {
  await lockVisible(tx, session, 'employees', id);
  return tx.employee.findUniqueOrThrow({ where: { id } });
}

/** As `lockEmployee` for those of many that the caller may see. */
export async function lockEmployees(
  tx: Transaction,
  session: Session,
  ids: readonly string[],
): Promise<Employee[]> {
  const visibleIds = await lockVisibleRows(tx, session, 'employees', ids);
  return tx.employee.findMany({ where: { id: { in: visibleIds } } });
}
