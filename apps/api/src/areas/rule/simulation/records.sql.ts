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

/** A payment or refund as it is kept. Amounts in fen. */
export interface PastRecord {
  id: string;
  employeeId: string;
  /** What is given back of which payment; null of a payment. */
  relatedId: string | null;
  /** Of a payment: that all of it went back on its own day. */
  isRevoked: boolean;
  /** In milliseconds since 1970. */
  paidAt: number;
  amount: number;
  /** What was asked of the company. */
  asked: number;
  category: string;
  channel: string;
  payeeMerchantId: string;
  /** What the payee was; of a record that kept none of it the MCC is null. */
  brandId: string | null;
  mcc: string | null;
  city: string | null;
  /** What the company paid; null where it was declined. */
  paid: number | null;
}

/** How far a reading has come. */
export interface ReadUpTo {
  employeeId: string;
  paidAt: number;
  id: string;
}

/** The records of an employee, or some of them, as a line each. */
export interface PastLines {
  employeeId: string;
  lines: string;
}

/**
 * SQL of the next records, an employee's after another's and each in the order in which they were made: as the index has them when it is
 * read from its end, so that no page is sorted. Of one table: each that is joined costs a look a record. As lines: to take fourteen columns
 * of a record over costs more than to judge it. What is under way has no outcome yet and is left
 * out, and so is what cards paid of their own money: no policy judges it.
 */
export function nextRecords(span: SimulatedSpan, after: ReadUpTo | null, limit: number): Sql {
  const place = after
    ? sql`AND c.employee_id <= ${after.employeeId}::uuid AND (c.employee_id < ${after.employeeId}::uuid
        OR (c.paid_at, c.id) > (to_timestamp(${after.paidAt}::float8 / 1000), ${after.id}::uuid))`
    : sql``;
  return sql`
    SELECT r.employee_id AS "employeeId", string_agg(concat_ws(',', r.id, r.state, round(date_part('epoch', r.paid_at) * 1000), r.amount,
        coalesce(r.asked, r.enterprise), r.enterprise, r.category, r.channel, r.payee_merchant_id, coalesce(r.related_id::text, ''),
        coalesce(r.brand_id::text, ''), coalesce(r.mcc, ''), coalesce(r.city, '')), ';' ORDER BY r.paid_at, r.id) AS lines
    FROM (
      -- The company was asked for what the record has as its part, except where a policy cut that; a declined one keeps what was asked.
      SELECT c.*, CASE WHEN c.personal > 0 THEN (SELECT d.asked FROM payment_decisions d
          WHERE d.tenant_id = c.tenant_id AND d.consumption_id = c.id) END AS asked
      FROM consumption_records c
      WHERE ${inSpan(span)} ${place}
      ORDER BY c.employee_id DESC, c.paid_at, c.id LIMIT ${limit}::int) r
    GROUP BY r.employee_id ORDER BY r.employee_id DESC`;
}

type Line = [
  id: string,
  state: string,
  paidAt: string,
  amount: string,
  asked: string,
  enterprise: string,
  category: string,
  channel: string,
  payeeMerchantId: string,
  relatedId: string,
  brandId: string,
  mcc: string,
  city: string,
];

/** The records in their order. Ids, numbers and words of lists have neither commas nor semicolons. */
export function recordsIn({ employeeId, lines }: PastLines): PastRecord[] {
  return lines.split(';').map((line) => {
    const [
      id,
      state,
      paidAt,
      amount,
      asked,
      enterprise,
      category,
      channel,
      payeeMerchantId,
      relatedId,
      brandId,
      mcc,
      city,
    ] = line.split(',') as Line;
    return {
      id,
      employeeId,
      relatedId: relatedId || null,
      isRevoked: state === 'REVOKED',
      paidAt: Number(paidAt),
      amount: Number(amount),
      asked: Number(asked),
      category,
      channel,
      payeeMerchantId,
      brandId: brandId || null,
      mcc: mcc || null,
      city: city || null,
      paid: state === 'FAILED' ? null : Number(enterprise),
    };
  });
}

/** SQL of how many records there are to read. */
export function countRecords(span: SimulatedSpan): Sql {
  return sql`SELECT count(*)::int AS count FROM consumption_records c WHERE ${inSpan(span)}`;
}

function inSpan({ tenantId, from, to, merchantId }: SimulatedSpan): Sql {
  return sql`c.tenant_id = ${tenantId}::uuid AND c.type IN ('CONSUME', 'REFUND') AND c.state <> 'PROCESSING' AND c.funded_by = 'LIMIT'
      AND c.paid_at >= date_trunc('month', ${from}::date)::timestamp AT TIME ZONE 'Asia/Shanghai'
      AND c.paid_at < (${to}::date + 1)::timestamp AT TIME ZONE 'Asia/Shanghai'
      ${merchantId ? sql`AND c.merchant_id = ${merchantId}::uuid` : sql``}`;
}
