import { type Sql, sql } from '../../platform/db/sql.ts';

/** SQL of an employee `payer`, with the `company` and the `department` they are in and those above; begins a WITH RECURSIVE. */
export function payerWithin(tenantId: Sql, employeeId: Sql): Sql {
  return sql`
    payer AS (
      SELECT e.id, e.tenant_id, e.merchant_id, e.department_id, e.labels, e.grade, m.company_id
      FROM employees e JOIN merchants m ON m.tenant_id = e.tenant_id AND m.id = e.merchant_id
      WHERE e.tenant_id = ${tenantId} AND e.id = ${employeeId}),
    company AS (
      SELECT c.id, c.parent_id FROM payer JOIN companies c ON c.tenant_id = ${tenantId} AND c.id = payer.company_id
      UNION ALL SELECT c.id, c.parent_id FROM company JOIN companies c ON c.tenant_id = ${tenantId} AND c.id = company.parent_id),
    department AS (
      SELECT d.id, d.parent_id FROM payer JOIN departments d ON d.tenant_id = ${tenantId} AND d.id = payer.department_id
      UNION ALL SELECT d.id, d.parent_id FROM department JOIN departments d ON d.tenant_id = ${tenantId} AND d.id = department.parent_id)`;
}
