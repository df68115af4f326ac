import type { RiskCaseDetail } from '@xyxlx/contracts/compliance-case';
import type { RiskSubject } from '@xyxlx/contracts/compliance-kinds';
import { type Queryable, raw, rowOf, type Sql, sql } from '../../../platform/db/sql.ts';
import { amountOfAuthorization } from '../engine/records.sql.ts';

/** The column of the consumption record `p` that names a subject; nobody pays or is paid as an operator. */
const columns: Partial<Record<RiskSubject, string>> = {
  EMPLOYEE: 'p.employee_id',
  CARD: 'p.card_id',
  PAYEE: 'p.payee_merchant_id',
  MERCHANT: 'p.merchant_id',
  COMPANY: 'p.company_id',
};

/** The payments `p` of a subject in a span: after its beginning, up to its end. Null for a subject that has none. */
export function paymentsWhere(
  tenantId: string,
  subject: { type: RiskSubject; id: string },
  span: { after: Date; until: Date },
): Sql | null {
  return columns[subject.type] === undefined
    ? null
    : sql`${movementsWhere(tenantId, subject, span)} AND p.type = 'CONSUME'`;
}

/** The same with what came back to the subject; of an operator what they gave back. */
export function movementsWhere(
  tenantId: string,
  { type, id }: { type: RiskSubject; id: string },
  { after, until }: { after: Date; until: Date },
): Sql {
  const whose = columns[type] ?? "p.type = 'REFUND' AND p.created_by_id";
  return sql`p.tenant_id = ${tenantId}::uuid AND ${raw(whose)} = ${id}::uuid
    AND p.paid_at > ${after}::timestamptz AND p.paid_at <= ${until}::timestamptz`;
}

/** The column of the card `k` that names a subject; what was asked of cards for a payee is found by no index. */
const cardColumns: Partial<Record<RiskSubject, string>> = {
  EMPLOYEE: 'k.employee_id',
  CARD: 'k.id',
  MERCHANT: 'k.merchant_id',
  COMPANY: 'k.company_id',
};

/**
 * The newest of those, with what was asked of the subject's cards and never became a payment: a table for FROM in the columns of
 * `consumption_records`, where what was only asked has the state of its authorization.
 */
export function newestMovements(
  tenantId: string,
  subject: { type: RiskSubject; id: string },
  span: { after: Date; until: Date },
  most: number,
): Sql {
  const newest = sql`ORDER BY paid_at DESC, id DESC LIMIT ${most}::int`;
  const records = sql`(SELECT p.tenant_id, p.id, p.type, p.payment_no, p.paid_at, p.state, p.amount, p.enterprise, p.personal, p.channel,
      p.payee_merchant_id FROM consumption_records p WHERE ${movementsWhere(tenantId, subject, span)} ${newest})`;
  const column = cardColumns[subject.type];
  if (column === undefined) return records;
  const amount = raw(amountOfAuthorization);
  return sql`(SELECT * FROM (${records} UNION ALL
    (SELECT x.tenant_id, x.id, 'CONSUME', x.reference, x.created_at AS paid_at, x.state, ${amount}, ${amount}, 0, 'CARD', x.payee_merchant_id
    FROM cards k JOIN card_authorizations x ON x.tenant_id = k.tenant_id AND x.card_id = k.id
    WHERE k.tenant_id = ${tenantId}::uuid AND ${raw(column)} = ${subject.id}::uuid
      AND x.created_at > ${span.after}::timestamptz AND x.created_at <= ${span.until}::timestamptz AND x.payee_merchant_id IS NOT NULL
      AND NOT EXISTS (SELECT FROM card_captures q WHERE q.tenant_id = x.tenant_id AND q.authorization_id = x.id) ${newest})) m ${newest})`;
}

const around = 31 * 86_400_000;

/** The 31 days until an instant: what a case shows of its subject's payments. */
export function paidBefore(until: Date): { after: Date; until: Date } {
  return { after: new Date(until.getTime() - around), until };
}

const lately = 30 * 86_400_000;

/** How often and how much a subject paid, or was paid, in the last 30 days; in fen. */
export async function paidLately(
  client: Queryable,
  tenantId: string,
  subject: { type: RiskSubject; id: string },
  now: Date,
): Promise<RiskCaseDetail['profile']['payments']> {
  const span = { after: new Date(now.getTime() - lately), until: now };
  const where = paymentsWhere(tenantId, subject, span);
  if (!where) return { count: 0, amount: 0 };
  return rowOf(
    client,
    sql`SELECT count(*)::int AS count, coalesce(sum(p.amount), 0)::float8 AS amount FROM consumption_records p
        WHERE ${where} AND p.state <> 'FAILED'`,
  );
}
