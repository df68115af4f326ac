import type { Prisma } from '../client/client.ts';
import { demoEmployeeMobile } from './accounts.ts';
import { demoPerson, tenantId } from './tenants.ts';

/** Makes an employee of tenant A who has paid, and was declined, often enough the one who can sign in. */
export async function seedDemoEmployee(tx: Prisma.TransactionClient): Promise<void> {
  const tenant = tenantId('A');
  const { id: userId, name } = demoPerson('employee');
  await tx.$executeRaw`
    UPDATE employees e SET mobile = ${demoEmployeeMobile}, name = ${name}, user_id = ${userId}::uuid
    FROM (
      SELECT e.id FROM employees e
      JOIN merchants m ON m.tenant_id = e.tenant_id AND m.id = e.merchant_id AND m.state = 'ACTIVE'
      JOIN consumption_records c ON c.tenant_id = e.tenant_id AND c.employee_id = e.id
      WHERE e.tenant_id = ${tenant}::uuid AND e.state = 'ACTIVE'
      GROUP BY e.id ORDER BY bool_or(c.state = 'FAILED') DESC, count(*) DESC, e.id LIMIT 1) one
    WHERE e.tenant_id = ${tenant}::uuid AND e.id = one.id`;
}
