import {
  type ConsumptionDetail,
  type ConsumptionRow,
  consumptionStateWords,
  consumption as contract,
} from '@xyxlx/contracts/consumption';
import { recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { fromStart, iso, named, type Queryable, raw, rowsOf, sql } from '../../platform/db/sql.ts';
import { fromDay, hasId, oneOf, untilDay } from '../../platform/lists/conditions.ts';
import { findIn, numbered } from '../../platform/lists/find.ts';
import { listOf } from '../../platform/lists/list.ts';
import {
  instant,
  jsonOf,
  namedPart,
  number,
  part,
  shape,
  text,
  word,
} from '../../platform/lists/row-shape.ts';
import { sumOf } from '../../platform/lists/sum-list.ts';
import { byId, ofEmployee, ofMerchant, visible } from '../../platform/records/scope.ts';
import { maskedPan } from '../card/card.sql.ts';

/** What is joined to records `c` to show them. */
const consumptionJoins = raw(`
  JOIN merchants m ON m.tenant_id = c.tenant_id AND m.id = c.merchant_id
  LEFT JOIN employees e ON e.tenant_id = c.tenant_id AND e.id = c.employee_id
  LEFT JOIN stores s ON s.tenant_id = c.tenant_id AND s.id = c.store_id
  LEFT JOIN consumption_records r ON r.tenant_id = c.tenant_id AND r.id = c.related_id`);

/** A record in a list. */
const consumptionShape = shape<ConsumptionRow>({
  id: word('c.id'),
  paymentNo: text('c.payment_no'),
  type: word('c.type'),
  state: word('c.state'),
  amount: number('c.amount'),
  enterpriseAmount: number('c.enterprise'),
  personalAmount: number('c.personal'),
  discountAmount: number('c.discount'),
  refundedAmount: number('c.refunded'),
  category: word('c.category'),
  merchant: namedPart('m'),
  store: namedPart('s'),
  employee: part({ id: word('e.id'), name: text('e.name'), employeeNo: text('e.employee_no') }, 'e.id'),
  fundedBy: word('c.funded_by'),
  cardLastFour: text('c.card_last_four'),
  ruleVersion: text('c.rule_version'),
  relatedNo: text('r.payment_no'),
  invoiceState: word('c.invoice_state'),
  channel: word('c.channel'),
  paidAt: instant('c.paid_at'),
});

/** The payments and refunds that one may see. */
export const consumptions = listOf(contract.queryConsumption, {
  from: 'consumption_records',
  alias: 'c',
  ofTenants: true,
  scope: visible,
  filters: {
    tenantId: hasId('c.tenant_id'),
    merchantId: (id, { session }) => ofMerchant(session, 'c', id),
    employeeId: (id, { session }) => ofEmployee(session, 'c', id),
    storeId: hasId('c.store_id'),
    paymentNo: (start) => sql`c.payment_no LIKE ${fromStart(start)}`,
    type: oneOf('c.type'),
    state: oneOf('c.state'),
    category: oneOf('c.category'),
    channel: oneOf('c.channel'),
    paidFrom: fromDay('c.paid_at'),
    paidTo: untilDay('c.paid_at'),
    minAmount: (amount) => sql`c.amount >= ${amount}::bigint`,
    maxAmount: (amount) => sql`c.amount <= ${amount}::bigint`,
  },
  sort: { paidAt: { column: 'c.paid_at', type: 'timestamptz' } },
  usual: ['paidAt', 'desc'],
  joins: consumptionJoins,
  row: consumptionShape,
});

/** Any of them by what is typed. */
export const foundPayments = findIn(consumptions, {
  kind: 'consumption',
  by: [numbered('c.payment_no')],
  number: 'c.payment_no',
  title: `(SELECT m.name FROM merchants m WHERE m.tenant_id = c.tenant_id AND m.id = c.merchant_id)`,
  state: ['c.state', consumptionStateWords],
  amount: 'c.amount',
});

/** What they come to. */
export const sumConsumption = sumOf(consumptions, {
  consumeAmount: sql`CASE WHEN c.state NOT IN ('PROCESSING', 'FAILED') AND c.type <> 'REFUND' THEN c.amount ELSE 0 END`,
  refundAmount: sql`CASE WHEN c.state NOT IN ('PROCESSING', 'FAILED') AND c.type = 'REFUND' THEN -c.amount ELSE 0 END`,
  netAmount: sql`CASE WHEN c.state IN ('PROCESSING', 'FAILED') THEN 0 WHEN c.type = 'REFUND' THEN -c.amount ELSE c.amount END`,
});

/** One record with its refunds; throws 406 when the caller can't see it. */
export async function consumptionDetail(
  client: Queryable,
  session: Session,
  id: string,
  now: Date,
): Promise<ConsumptionDetail> {
  const seen = visible(session, 'c');
  const [found] = await rowsOf<{
    detail: Omit<ConsumptionDetail, 'related' | 'refunds'>;
    relatedId: string | null;
    tenantId: string;
  }>(
    client,
    sql`
    SELECT ${jsonOf(
      consumptionShape,
      sql`'failure', c.failure, 'reason', c.reason,
        'payee', (SELECT json_build_object('id', p.id, 'name', p.name, 'brand', ${named('b')}, 'mcc', c.mcc, 'city', c.city)
          FROM merchants p LEFT JOIN brands b ON b.tenant_id = c.tenant_id AND b.id = c.brand_id
          WHERE p.tenant_id = c.tenant_id AND p.id = c.payee_merchant_id),
        'card', (SELECT json_build_object('id', d.id, 'cardNo', d.card_no, 'maskedPan', ${raw(maskedPan('d'))}) FROM cards d
          WHERE d.tenant_id = c.tenant_id AND d.id = c.card_id),
        'limitExpiresAt', (SELECT ${iso('l.expires_at')} FROM limit_accounts l
          WHERE l.tenant_id = c.tenant_id AND l.employee_id = c.employee_id),
        'refundableAmount', CASE WHEN c.type = 'CONSUME' AND c.state IN ('SUCCESS', 'PARTLY_REFUNDED') THEN c.amount - c.refunded ELSE 0 END,
        'revocable', c.type = 'CONSUME' AND c.state = 'SUCCESS'
          AND (c.paid_at AT TIME ZONE 'Asia/Shanghai')::date = (${now}::timestamptz AT TIME ZONE 'Asia/Shanghai')::date`,
    )} AS detail,
      c.related_id AS "relatedId", c.tenant_id AS "tenantId"
    FROM consumption_records c ${consumptionJoins} WHERE ${byId(session, 'c', id)} AND ${seen}`,
  );
  if (!found) throw recordMissing();
  const around = await rowsOf<{ row: ConsumptionRow }>(
    client,
    sql`
    SELECT ${jsonOf(consumptionShape)} AS row FROM consumption_records c ${consumptionJoins}
    WHERE c.tenant_id = ${found.tenantId}::uuid AND (c.id = ${found.relatedId}::uuid OR c.related_id = ${id}::uuid)
      AND ${seen} ORDER BY c.paid_at, c.id`,
  );
  const rows = around.map(({ row }) => row);
  return {
    ...found.detail,
    related: rows.find((row) => row.id === found.relatedId) ?? null,
    refunds: rows.filter((row) => row.id !== found.relatedId),
  };
}
