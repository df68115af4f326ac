import { graphMost } from '@xyxlx/contracts/compliance-graph';
import type { RiskSubject } from '@xyxlx/contracts/compliance-kinds';
import type { Session } from '../../../core/session.ts';
import { raw, type Sql, sql } from '../../../platform/db/sql.ts';
import { visible } from '../../../platform/records/scope.ts';
import { paymentsWhere } from './subject-payments.sql.ts';

/** What a card, or somebody without one, paid to a payee. */
export interface Pair {
  payerId: string;
  isCard: boolean;
  payeeId: string;
  count: number;
  /** In fen. */
  amount: number;
  /** Whether it is a payment of the subject's. */
  isOwn: boolean;
}

interface Subject {
  type: RiskSubject;
  id: string;
}

interface Span {
  after: Date;
  until: Date;
}

/** So many of the newest payments are looked at: of the subject, and at each of those around it. */
const newest = { own: 200, around: 200 } as const;

const newestFirst = raw('ORDER BY p.paid_at DESC, p.id DESC LIMIT');
const columns = raw('p.tenant_id, p.merchant_id, p.employee_id, p.card_id, p.payee_merchant_id, p.amount');

/** Who paid whom around a subject in a span: what it paid and who else paid the same payees, or of a payee who paid it and whom besides. Null: nobody pays or is paid. */
export function pairsAround(session: Session, subject: Subject, span: Span): Sql | null {
  const own = paymentsWhere(session.tenantId, subject, span);
  if (!own) return null;
  const { hubs, near } = subject.type === 'PAYEE' ? aroundPayers(session, span) : aroundPayees(session, span);
  // Of a merchant or company everybody is its own: there is nobody beside it.
  const hasOthers = subject.type !== 'MERCHANT' && subject.type !== 'COMPANY';
  return sql`
    WITH own AS MATERIALIZED (
      SELECT ${columns} FROM consumption_records p WHERE ${own} AND p.state <> 'FAILED' ${newestFirst} ${newest.own}::int),
    hubs AS MATERIALIZED (${hubs}),
    near AS (${near}),
    pairs AS (
      SELECT *, TRUE AS is_own FROM own
      UNION ALL SELECT *, FALSE FROM near n WHERE ${hasOthers}::boolean AND ${others(subject)} AND ${visible(session, 'n')})
    SELECT coalesce(card_id, employee_id) AS "payerId", card_id IS NOT NULL AS "isCard", payee_merchant_id AS "payeeId", count(*)::int AS count,
      sum(amount)::float8 AS amount, is_own AS "isOwn"
    FROM pairs GROUP BY card_id, coalesce(card_id, employee_id), payee_merchant_id, is_own`;
}

/** Payments beside the subject's own. */
function others({ type, id }: Subject): Sql {
  const column = { EMPLOYEE: 'n.employee_id', CARD: 'n.card_id', PAYEE: 'n.payee_merchant_id' }[
    type as 'EMPLOYEE' | 'CARD' | 'PAYEE'
  ];
  return column === undefined ? sql`FALSE` : sql`${raw(column)} IS DISTINCT FROM ${id}::uuid`;
}

const paid = ({ tenantId }: Session, { after, until }: Span) =>
  sql`p.tenant_id = ${tenantId}::uuid AND p.type = 'CONSUME' AND p.state <> 'FAILED' AND p.paid_at > ${after}::timestamptz
    AND p.paid_at <= ${until}::timestamptz`;

/** The payees that had the most, and what was paid to them. */
function aroundPayees(session: Session, span: Span) {
  return {
    hubs: sql`SELECT payee_merchant_id AS id FROM own GROUP BY payee_merchant_id ORDER BY sum(amount) DESC, payee_merchant_id LIMIT ${graphMost.payees}::int`,
    near: sql`SELECT n.* FROM hubs h CROSS JOIN LATERAL (
      SELECT ${columns} FROM consumption_records p WHERE ${paid(session, span)} AND p.payee_merchant_id = h.id
      ${newestFirst} ${newest.around}::int) n`,
  };
}

/** Who paid the most, by card or without, and whom else they paid. */
function aroundPayers(session: Session, span: Span) {
  const by = (isCard: boolean) => sql`SELECT n.* FROM hubs h CROSS JOIN LATERAL (
      SELECT ${columns} FROM consumption_records p WHERE ${paid(session, span)} AND ${
        isCard ? sql`p.card_id = h.card_id` : sql`p.employee_id = h.employee_id AND p.card_id IS NULL`
      } ${newestFirst} ${newest.around}::int) n WHERE h.card_id IS ${raw(isCard ? 'NOT NULL' : 'NULL')}`;
  return {
    hubs: sql`SELECT card_id, employee_id FROM own GROUP BY card_id, employee_id ORDER BY sum(amount) DESC, card_id, employee_id LIMIT ${graphMost.others}::int`,
    near: sql`${by(true)} UNION ALL ${by(false)}`,
  };
}
