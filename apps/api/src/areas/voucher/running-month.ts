import type { Transaction } from '../../platform/db/transaction.ts';
import { shanghaiMonth } from '../../platform/time/shanghai.ts';

/** Opens the months of a tenant's books up to the running one, as the first posting of a month does: nobody has to wait for it to write a voucher. */
export async function openRunningMonth(tx: Transaction, tenantId: string, now: Date): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO ledger_periods (tenant_id, period)
    SELECT ${tenantId}::uuid, period_of(m::date)
    FROM generate_series(
      (SELECT (max(period) || '-01')::date + interval '1 month' FROM ledger_periods WHERE tenant_id = ${tenantId}::uuid),
      (${shanghaiMonth(now)} || '-01')::date, interval '1 month') m
    ORDER BY m
    ON CONFLICT DO NOTHING`;
}
