import type { PayTo } from '@xyxlx/contracts/pay-to';
import { type Queryable, rowsOf, sql } from '../../platform/db/sql.ts';

/** The tenant's bank account that a company's transfer goes to, its own before others; null without one in use. */
export async function payToOf(
  client: Queryable,
  { tenantId, companyId }: { tenantId: string; companyId: string },
): Promise<PayTo | null> {
  const [found] = await rowsOf<PayTo>(
    client,
    sql`SELECT a.name, a.bank, a.account_no AS "accountNo" FROM platform_accounts a
        WHERE a.tenant_id = ${tenantId}::uuid AND a.kind = 'BANK' AND a.state = 'ACTIVE'
        ORDER BY a.company_id <> ${companyId}::uuid, a.created_at, a.id LIMIT 1`,
  );
  return found ?? null;
}
