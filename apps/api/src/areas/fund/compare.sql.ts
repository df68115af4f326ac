import type { ReconciliationBreak } from '@xyxlx/database/client/client';
import { type Queryable, raw, rowsOf, type Sql, sql } from '../../platform/db/sql.ts';

/** A day in Asia/Shanghai of an account at a bank or channel. */
export interface AccountDay {
  accountId: string;
  day: string;
}

/** How far apart a payment and its line at a channel can be. */
const near = '7 days';

/** What of a line counts for the account: what went out is less. */
export const signed = raw(`CASE l.direction WHEN 'IN' THEN l.amount ELSE -l.amount END`);
export const reference = raw('reference_of(l.direction, l.summary, l.bank_no)');
/** Of a payment through a channel. */
const paid = raw(`CASE p.type WHEN 'REFUND' THEN -p.amount ELSE p.amount END`);

/** CTE `wanted`: the days, with the instants they begin and end at. */
export function wanted({ tenantId, days }: { tenantId: string; days: readonly AccountDay[] }): Sql {
  return sql`wanted AS MATERIALIZED (
    SELECT a.id AS account_id, a.kind, a.company_id, a.platform_id, g.day, g.day::timestamp AT TIME ZONE 'Asia/Shanghai' AS begins,
      (g.day + 1)::timestamp AT TIME ZONE 'Asia/Shanghai' AS ends
    FROM jsonb_to_recordset(${JSON.stringify(days)}::jsonb) AS g("accountId" uuid, day date)
    JOIN platform_accounts a ON a.tenant_id = ${tenantId}::uuid AND a.id = g."accountId")`;
}

/**
 * What went through accounts by the books, under `f`: flows of funds and of cards, transfers that paid orders of cards, and what of those
 * went back.
 */
export function through(tenant: Sql): Sql {
  return sql`(SELECT id AS flow_id, platform_account_id, external_no, delta, created_at FROM fund_flows
      WHERE tenant_id = ${tenant} AND platform_account_id IS NOT NULL
    UNION ALL SELECT NULL, platform_account_id, external_no, amount, paid_at FROM card_order_payments
      WHERE tenant_id = ${tenant} AND platform_account_id IS NOT NULL
    UNION ALL SELECT NULL, platform_account_id, refund_no, -amount, done_at FROM card_order_refunds
      WHERE tenant_id = ${tenant} AND platform_account_id IS NOT NULL AND done_at IS NOT NULL
    UNION ALL SELECT NULL, platform_account_id, external_no, delta, created_at FROM card_flows
      WHERE tenant_id = ${tenant} AND platform_account_id IS NOT NULL) f`;
}

/**
 * CTE `payments`: what the books say of the days of channels' accounts, once their statements have come: the payments of the company at
 * the platform, but those that another account of theirs there has.
 */
export function payments(tenantId: string): Sql {
  return sql`payments AS MATERIALIZED (
    SELECT w.account_id, w.day, p.id, p.payment_no, ${paid} AS amount
    FROM wanted w
    JOIN consumption_records p ON p.tenant_id = ${tenantId}::uuid AND p.paid_at >= w.begins AND p.paid_at < w.ends
      AND p.company_id = w.company_id AND p.state NOT IN ('PROCESSING', 'FAILED')
    JOIN merchants m ON m.tenant_id = ${tenantId}::uuid AND m.id = p.payee_merchant_id AND m.platform_id = w.platform_id
    WHERE w.kind = 'CHANNEL'
      AND EXISTS (SELECT FROM statement_lines l WHERE l.tenant_id = ${tenantId}::uuid AND l.account_id = w.account_id AND l.at >= w.begins
        AND l.at < w.ends)
      AND NOT EXISTS (SELECT FROM platform_accounts o JOIN statement_lines l ON l.tenant_id = o.tenant_id AND l.account_id = o.id
        WHERE o.tenant_id = ${tenantId}::uuid AND o.platform_id = w.platform_id AND o.company_id = w.company_id AND o.id <> w.account_id
          AND l.bank_no = p.payment_no))`;
}

/** CTEs up to `found`: of each of the `numbers` of the `wanted` days what the statement says less what the books have, whatever day it has there. */
export function compared(tenantId: string): Sql {
  return sql`said AS (
    SELECT n.account_id, n.number, sum(${signed}) AS amount, count(*) AS count, max(l.id::text)::uuid AS id
    FROM numbers n JOIN statement_lines l ON l.tenant_id = ${tenantId}::uuid AND l.account_id = n.account_id AND ${reference} = n.number
    GROUP BY 1, 2),
  booked AS (
    SELECT n.account_id, n.number, sum(f.delta) AS amount, min(f.flow_id::text)::uuid AS id
    FROM numbers n JOIN ${through(sql`${tenantId}::uuid`)} ON f.platform_account_id = n.account_id AND f.external_no = n.number
    -- What was credited and reversed is as if it had never been booked.
    GROUP BY 1, 2 HAVING sum(f.delta) <> 0),
  paid AS (
    SELECT n.account_id, n.number, ${paid} AS amount, p.id
    FROM numbers n
    CROSS JOIN (SELECT min(begins) - ${near}::interval AS first, max(ends) + ${near}::interval AS last FROM wanted WHERE kind = 'CHANNEL') w
    JOIN consumption_records p ON p.tenant_id = ${tenantId}::uuid AND p.payment_no = n.number AND p.paid_at >= w.first AND p.paid_at < w.last
      AND p.state NOT IN ('PROCESSING', 'FAILED')
    WHERE n.kind = 'CHANNEL'),
  explained AS (
    SELECT n.account_id, n.number, sum(b.difference) AS amount
    FROM numbers n JOIN reconciliation_breaks b ON b.tenant_id = ${tenantId}::uuid AND b.account_id = n.account_id AND b.reference = n.number
      AND b.matched_id IS NOT NULL
    GROUP BY 1, 2),
  found AS MATERIALIZED (
    SELECT n.account_id, n.day, n.number, s.id AS line_id, k.id AS flow_id, p.id AS payment_id,
      (coalesce(s.amount, 0) - coalesce(k.amount, 0) - coalesce(p.amount, 0) - coalesce(e.amount, 0))::bigint AS difference,
      CASE WHEN s.count > 1 AND (k.id IS NOT NULL OR p.id IS NOT NULL) THEN 'DUPLICATE'
        WHEN s.id IS NOT NULL AND (k.id IS NOT NULL OR p.id IS NOT NULL) THEN 'AMOUNT' END AS kind
    FROM numbers n
    LEFT JOIN said s ON s.account_id = n.account_id AND s.number = n.number
    LEFT JOIN booked k ON k.account_id = n.account_id AND k.number = n.number
    LEFT JOIN paid p ON p.account_id = n.account_id AND p.number = n.number
    LEFT JOIN explained e ON e.account_id = n.account_id AND e.number = n.number)`;
}

/** What the statement says of a break's number less what the books have of it now, in fen: nothing once they say the same. */
export async function differenceNow(client: Queryable, found: ReconciliationBreak): Promise<number> {
  const { tenantId, reference: number } = found;
  const [now] = await rowsOf<{ difference: number }>(
    client,
    sql`WITH ${wanted({ tenantId, days: [dayOf(found)] })},
    numbers AS (SELECT account_id, kind, day, ${number}::text AS number FROM wanted),
    ${compared(tenantId)}
    SELECT difference::float8 AS difference FROM found`,
  );
  return now?.difference ?? 0;
}

/** The day that a break is of. */
export function dayOf({ accountId, day }: Pick<ReconciliationBreak, 'accountId' | 'day'>): AccountDay {
  return { accountId, day: day.toISOString().slice(0, 10) };
}
