import type {
  ConsumptionCategory,
  ConsumptionDetail,
  ConsumptionRow,
  ConsumptionState,
  ConsumptionType,
  PayChannel,
} from '@xyxlx/contracts/consumption';
import { recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import {
  allOf,
  fromStart,
  iso,
  type Queryable,
  raw,
  rowsOf,
  type Sql,
  sql,
  withinDays,
} from '../../platform/db/sql.ts';
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
import { byId, ofEmployee, ofMerchant, visible } from '../../platform/records/scope.ts';

/** What is joined to records `c` to show them. */
export const consumptionJoins = raw(`
  JOIN merchants m ON m.tenant_id = c.tenant_id AND m.id = c.merchant_id
  JOIN employees e ON e.tenant_id = c.tenant_id AND e.id = c.employee_id
  LEFT JOIN stores s ON s.tenant_id = c.tenant_id AND s.id = c.store_id
  LEFT JOIN consumption_records r ON r.tenant_id = c.tenant_id AND r.id = c.related_id`);

/** A record in a list. */
export const consumptionShape = shape<ConsumptionRow>({
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
  employee: part({ id: word('e.id'), name: text('e.name'), employeeNo: text('e.employee_no') }),
  cardLastFour: text('c.card_last_four'),
  ruleVersion: text('c.rule_version'),
  relatedNo: text('r.payment_no'),
  invoiceState: word('c.invoice_state'),
  channel: word('c.channel'),
  paidAt: instant('c.paid_at'),
});

interface ConsumptionFilters {
  merchantId?: string | undefined;
  storeId?: string | undefined;
  employeeId?: string | undefined;
  paymentNo?: string | undefined;
  type?: ConsumptionType[] | undefined;
  state?: ConsumptionState[] | undefined;
  category?: ConsumptionCategory[] | undefined;
  channel?: PayChannel[] | undefined;
  paidFrom?: string | undefined;
  paidTo?: string | undefined;
  minAmount?: number | undefined;
  maxAmount?: number | undefined;
}

/** What a list of records is cut down to: the caller's scope, and the filters. */
export function consumptionsWhere(session: Session, filters: ConsumptionFilters): Sql {
  const { merchantId, storeId, employeeId, paymentNo, type, state, category, channel } = filters;
  const { paidFrom, paidTo, minAmount, maxAmount } = filters;
  return allOf([
    visible(session, 'c'),
    merchantId && ofMerchant(session, 'c', merchantId),
    employeeId && ofEmployee(session, 'c', employeeId),
    storeId && sql`c.store_id = ${storeId}::uuid`,
    paymentNo && sql`c.payment_no LIKE ${fromStart(paymentNo)}`,
    type && sql`c.type::text = ANY(${type}::text[])`,
    state && sql`c.state::text = ANY(${state}::text[])`,
    category && sql`c.category::text = ANY(${category}::text[])`,
    channel && sql`c.channel::text = ANY(${channel}::text[])`,
    withinDays('c.paid_at', paidFrom, paidTo),
    minAmount !== undefined && sql`c.amount >= ${minAmount}::bigint`,
    maxAmount !== undefined && sql`c.amount <= ${maxAmount}::bigint`,
  ]);
}

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
