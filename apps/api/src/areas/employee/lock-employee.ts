import type { Employee } from '@xyxlx/database/client/client';
import { lockVisible } from '../../platform/lock-visible.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { Session } from '../../sessions/session.ts';

/** Locks an employee that the caller may see, so that of two changes at once the second sees the first. */
export async function lockEmployee(tx: Transaction, session: Session, id: string): Promise<Employee> {
  await lockVisible(tx, session, 'employees', id);
  return tx.employee.findUniqueOrThrow({ where: { id } });
}
