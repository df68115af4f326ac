import type { Card, Employee, RiskCase } from '@xyxlx/database/client/client';
import type { Transaction } from '../../../platform/db/transaction.ts';

/** Locks the card that a case is about, as whatever changes its state does. */
export async function lockSubjectCard(
  tx: Transaction,
  { tenantId, subjectId: id }: Pick<RiskCase, 'tenantId' | 'subjectId'>,
): Promise<Card> {
  await tx.$executeRaw`SELECT FROM cards WHERE tenant_id = ${tenantId}::uuid AND id = ${id}::uuid FOR NO KEY UPDATE`;
  return tx.card.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id } } });
}

/** Locks the employee that a case is about. */
export async function lockSubjectEmployee(
  tx: Transaction,
  { tenantId, subjectId: id }: Pick<RiskCase, 'tenantId' | 'subjectId'>,
): Promise<Employee> {
  await tx.$executeRaw`SELECT FROM employees WHERE tenant_id = ${tenantId}::uuid AND id = ${id}::uuid FOR NO KEY UPDATE`;
  return tx.employee.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id } } });
}
