import { systemActor } from '@xyxlx/contracts/system-actor';

import type { Deps } from '../../core/deps.ts';
import { activeTenantIds } from '../../platform/db/active-tenant.ts';
import { byTenant } from '../../platform/db/by-tenant.ts';
import { rowsOf, sql } from '../../platform/db/sql.ts';
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts';
import { logChange, theSystem } from '../../platform/operation-log/operation-log.ts';

const opening = { module: 'bill', action: 'openBills', target: 'billPeriod' };

interface Opened {
  period: string;
  count: number;
}

/**
 * Makes the bill of each merchant's and each company's present month, and of every month that was missed since its last one, or since
 * its money first moved; again and again without effect. A closed merchant gets one while its money still moves.
 */
export async function openBills({ database, clock }: Deps): Promise<void> {
  const now = clock.businessNow();
  for (const tenantId of await activeTenantIds(database, now)) {
    await inTransaction(database, (tx) => openBillsOf(tx, tenantId, now));
  }
}

async function openBillsOf(tx: Transaction, tenantId: string, now: Date): Promise<void> {
  const statement = sql`
      WITH of_merchants AS (
        INSERT INTO bills (tenant_id, kind, merchant_id, bill_no, period, created_at, created_by, updated_at, updated_by)
        SELECT m.tenant_id, 'MERCHANT', m.id, 'B' || to_char(due.month, 'YYYYMM') || ltrim(m.merchant_no, 'M'), to_char(due.month, 'YYYY-MM'),
          ${now}, ${systemActor.zh}, ${now}, ${systemActor.zh}
        FROM merchants m
        LEFT JOIN LATERAL (
          SELECT to_date(max(b.period), 'YYYY-MM') + interval '1 month' AS month FROM bills b
          WHERE b.tenant_id = m.tenant_id AND b.merchant_id = m.id) next ON TRUE
        LEFT JOIN LATERAL (
          SELECT min(l.occurred_at) AS moved_at FROM merchant_ledger l
          WHERE next.month IS NULL AND l.tenant_id = m.tenant_id AND l.merchant_id = m.id) first ON TRUE
        CROSS JOIN LATERAL generate_series(
          coalesce(next.month, date_trunc('month', coalesce(first.moved_at, ${now}::timestamptz) AT TIME ZONE 'Asia/Shanghai')),
          date_trunc('month', ${now}::timestamptz AT TIME ZONE 'Asia/Shanghai'), interval '1 month') due(month)
        WHERE m.tenant_id = ${tenantId}::uuid AND (m.state IN ('ACTIVE', 'DISABLED') OR m.state = 'CLOSED' AND EXISTS (
          SELECT FROM merchant_ledger l WHERE l.tenant_id = m.tenant_id AND l.merchant_id = m.id
            AND l.occurred_at >= due.month AT TIME ZONE 'Asia/Shanghai'))
        ON CONFLICT (tenant_id, merchant_id, period) DO NOTHING
        RETURNING period),
      of_companies AS (
        INSERT INTO bills (tenant_id, kind, company_id, bill_no, period, created_at, created_by, updated_at, updated_by)
        SELECT o.tenant_id, 'COMPANY', o.id, 'G' || to_char(due.month, 'YYYYMM') || lpad((numbered.last
            + row_number() OVER (PARTITION BY due.month ORDER BY o.created_at, o.id))::text, 8, '0'), to_char(due.month, 'YYYY-MM'),
          ${now}, ${systemActor.zh}, ${now}, ${systemActor.zh}
        FROM companies o
        LEFT JOIN LATERAL (
          SELECT to_date(max(b.period), 'YYYY-MM') + interval '1 month' AS month FROM bills b
          WHERE b.tenant_id = o.tenant_id AND b.company_id = o.id) next ON TRUE
        LEFT JOIN LATERAL (
          SELECT min(l.occurred_at) AS moved_at FROM company_ledger l
          WHERE next.month IS NULL AND l.tenant_id = o.tenant_id AND l.company_id = o.id) first ON TRUE
        CROSS JOIN LATERAL generate_series(
          coalesce(next.month, date_trunc('month', coalesce(first.moved_at, ${now}::timestamptz) AT TIME ZONE 'Asia/Shanghai')),
          date_trunc('month', ${now}::timestamptz AT TIME ZONE 'Asia/Shanghai'), interval '1 month') due(month)
        CROSS JOIN LATERAL (
          SELECT coalesce(max(right(b.bill_no, 8)::bigint), 0) AS last FROM bills b
          WHERE b.tenant_id = o.tenant_id AND b.kind = 'COMPANY' AND b.period = to_char(due.month, 'YYYY-MM')) numbered
        WHERE o.tenant_id = ${tenantId}::uuid
        ON CONFLICT DO NOTHING
        RETURNING period)
      SELECT period, count(*)::int AS count FROM (SELECT * FROM of_merchants UNION ALL SELECT * FROM of_companies) made
      GROUP BY 1 ORDER BY 1`;
  const opened = await rowsOf<Opened>(tx, byTenant(statement, tenantId));
  for (const { period, count } of opened) {
    await logChange(tx, theSystem(tenantId, `openBills/${period}`, opening), {
      tenantId,
      id: period,
      label: period,
      after: { added: count },
    });
  }
}
