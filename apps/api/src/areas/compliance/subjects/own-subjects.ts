import type { Session } from '../../../core/session.ts';
import { type Sql, sql } from '../../../platform/db/sql.ts';

/** The ids of what is the caller themself: their user, the employee whom they sign in as, and that one's cards. */
export function ownSubjects({ tenantId, userId }: Pick<Session, 'tenantId' | 'userId'>): Sql {
  return sql`ARRAY(SELECT ${userId}::uuid
    UNION ALL SELECT e.id FROM employees e WHERE e.tenant_id = ${tenantId}::uuid AND e.user_id = ${userId}::uuid
    UNION ALL SELECT k.id FROM employees e
      JOIN cards k ON k.tenant_id = ${tenantId}::uuid AND k.merchant_id = e.merchant_id AND k.employee_id = e.id
      WHERE e.tenant_id = ${tenantId}::uuid AND e.user_id = ${userId}::uuid)`;
}
