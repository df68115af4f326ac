import { type Sql, sql } from '../../../platform/db/sql.ts';

/** What of the past is judged again. */
export interface SimulatedSpan {
  tenantId: string;
  /** Days in Asia/Shanghai, both included; what is counted begins with the month of `from`, so that its caps are warm. */
  from: string;
  to: string;
  /** Whose people; null: everybody's. */
  merchantId: string | null;
}

/** A payment or refund as it is kept, with what stood in for what it did not keep. Amounts in fen. */
export interface PastRecord {
  id: string;
  employeeId: string;
  merchantId: string;
  /** What is given back of which payment; null of a payment. */
  relatedId: string | null;
  /** Of a refund: of a payment that was revoked. */
  isRevoked: boolean;
  /** In milliseconds since 1970. */
  paidAt: number;
  amount: number;
  /** What was asked of the company. */
  asked: number;
  category: string;
  channel: string;
  payeeMerchantId: string;
  brandId: string | null;
  mcc: string;
  city: string | null;
  /** What the company paid; null where it was declined. */
  paid: number | null;
  hasSnapshot: boolean;
}

/** How far a reading has come. */
export interface ReadUpTo {
  employeeId: string;
  paidAt: number;
  id: string;
}

/**
 * SQL of the next records, an employee's after another's and each in the order in which they were made: as the index has them when it is
 * read from its end, so that no page is sorted. What is under way has no outcome yet and is left out.
 */
export function nextRecords(span: SimulatedSpan, after: ReadUpTo | null, limit: number): Sql {
  const place = after
    ? sql`AND c.employee_id <= ${after.employeeId}::uuid AND (c.employee_id < ${after.employeeId}::uuid
        OR (c.paid_at, c.id) > (to_timestamp(${after.paidAt}::float8 / 1000), ${after.id}::uuid))`
    : sql``;
  return sql`
    SELECT c.id, c.employee_id AS "employeeId", c.merchant_id AS "merchantId", c.related_id AS "relatedId",
      coalesce(p.state = 'REVOKED', false) AS "isRevoked", (extract(epoch FROM c.paid_at) * 1000)::float8 AS "paidAt",
      c.amount::float8 AS amount, coalesce(d.asked, c.enterprise)::float8 AS asked, c.category, c.channel,
      c.payee_merchant_id AS "payeeMerchantId", CASE WHEN c.mcc IS NULL THEN m.brand_id ELSE c.brand_id END AS "brandId",
      coalesce(c.mcc, m.mcc) AS mcc, CASE WHEN c.mcc IS NULL THEN m.city ELSE c.city END AS city,
      CASE WHEN c.state <> 'FAILED' THEN c.enterprise::float8 END AS paid, c.mcc IS NOT NULL AS "hasSnapshot"
    FROM consumption_records c
    JOIN merchants m ON m.tenant_id = c.tenant_id AND m.id = c.payee_merchant_id
    LEFT JOIN consumption_records p ON p.tenant_id = c.tenant_id AND p.id = c.related_id
    LEFT JOIN payment_decisions d ON d.tenant_id = c.tenant_id AND d.consumption_id = c.id
    WHERE ${inSpan(span)} ${place}
    ORDER BY c.employee_id DESC, c.paid_at, c.id LIMIT ${limit}::int`;
}

/** SQL of how many records there are to read. */
export function countRecords(span: SimulatedSpan): Sql {
  return sql`SELECT count(*)::int AS count FROM consumption_records c WHERE ${inSpan(span)}`;
}

function inSpan({ tenantId, from, to, merchantId }: SimulatedSpan): Sql {
  return sql`c.tenant_id = ${tenantId}::uuid AND c.type IN ('CONSUME', 'REFUND') AND c.state <> 'PROCESSING'
      AND c.paid_at >= date_trunc('month', ${from}::date)::timestamp AT TIME ZONE 'Asia/Shanghai'
      AND c.paid_at < (${to}::date + 1)::timestamp AT TIME ZONE 'Asia/Shanghai'
      ${merchantId ? sql`AND c.merchant_id = ${merchantId}::uuid` : sql``}`;
}
