import {
  type CardOrderDetail,
  cardOrderTransitions,
  cardOrder as contract,
} from '@xyxlx/contracts/card-order';
import { cardOrderStates, cardOrderStateWords } from '@xyxlx/contracts/card-order-kinds';
import { recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { attachmentsJson } from '../../platform/attachments/claim-attachments.ts';
import { iso, named, type Queryable, raw, rowsOf, type Sql, sql } from '../../platform/db/sql.ts';
import { fromDay, hasId, oneOf, untilDay } from '../../platform/lists/conditions.ts';
import { findIn, numbered, numberedBy } from '../../platform/lists/find.ts';
import { listOf } from '../../platform/lists/list.ts';
import { valueRank } from '../../platform/lists/value-rank.ts';
import { byId, ofMerchant, visible } from '../../platform/records/scope.ts';
import { channelRefundOf } from '../channel/channel-refund.sql.ts';
import { payTextOf } from '../channel/pay-text.ts';
import { payToOf } from '../platform/pay-to.ts';
import { backOfLine, usedOfLine } from './refundable.sql.ts';

const { from: refundedFrom } = cardOrderTransitions.actions.refundOrder;

export const orderJoins = raw(`
  JOIN merchants m ON m.tenant_id = c.tenant_id AND m.id = c.merchant_id
  JOIN companies o ON o.tenant_id = c.tenant_id AND o.id = c.company_id`);

export const orderRow = sql`json_build_object('id', c.id, 'no', c.order_no, 'merchant', ${named('m')}, 'company', ${named('o')}, 'quantity', c.quantity,
  'amount', c.amount, 'feeAmount', c.fee, 'payableAmount', c.payable, 'paidAmount', c.paid, 'refundedAmount', c.refunded, 'payMethod', c.pay_method, 'state', c.state,
  'closesAt', ${iso('c.closes_at')}, 'version', c.version, 'createdAt', ${iso('c.created_at')}, 'createdBy', c.created_by,
  'updatedAt', ${iso('c.updated_at')}, 'updatedBy', c.updated_by)`;

/** The orders of the units that one may see. */
export const orders = listOf(contract.queryOrder, {
  from: 'card_orders',
  alias: 'c',
  ofTenants: true,
  scope: visible,
  filters: {
    tenantId: hasId('c.tenant_id'),
    keyword: (text) => sql`c.order_no = ${text.toUpperCase()}`,
    merchantId: (id, { session }) => ofMerchant(session, 'c', id),
    state: oneOf('c.state'),
    createdFrom: fromDay('c.created_at'),
    createdTo: untilDay('c.created_at'),
  },
  sort: {
    createdAt: { column: 'c.created_at', type: 'timestamptz' },
    payableAmount: { column: 'c.payable', type: 'bigint' },
    state: { column: valueRank('c.state', cardOrderStates), type: 'int' },
  },
  usual: ['createdAt', 'desc'],
  joins: orderJoins,
  row: orderRow,
});

/** Any of them by what is typed. */
export const foundOrders = findIn(orders, {
  kind: 'cardOrder',
  by: [
    numbered('c.order_no'),
    numberedBy(
      'r.refund_no',
      (its) =>
        sql`c.id IN (SELECT r.order_id FROM card_order_refunds r WHERE r.tenant_id = c.tenant_id AND ${its})`,
    ),
  ],
  number: 'c.order_no',
  title: `(SELECT m.name FROM merchants m WHERE m.tenant_id = c.tenant_id AND m.id = c.merchant_id)`,
  state: ['c.state', cardOrderStateWords],
  amount: 'c.payable',
});

type Head = Omit<CardOrderDetail, keyof Parts | 'payTo'>;
type Parts = Pick<
  CardOrderDetail,
  | 'address'
  | 'invoiceTitle'
  | 'parcelFee'
  | 'lines'
  | 'payments'
  | 'refunds'
  | 'proofs'
  | 'jobId'
  | 'parcel'
  | 'timeline'
  | 'invoiceableAmount'
  | 'invoices'
  | 'incoming'
>;

/** One order with its lines and payments as the wire has it; throws 406 when the caller can't see it. */
export function orderOf(client: Queryable, session: Session, id: string): Promise<CardOrderDetail> {
  return oneOrder(client, sql`${byId(session, 'c', id)} AND ${visible(session, 'c')}`);
}

/** The order `c` that a condition names; throws 406 when there is none. */
export async function oneOrder(client: Queryable, which: Sql): Promise<CardOrderDetail> {
  const [found] = await rowsOf<Parts & { row: Head; tenantId: string }>(
    client,
    sql`SELECT ${orderRow} AS row, c.tenant_id AS "tenantId", c.address, c.invoice_title AS "invoiceTitle", c.parcel_fee::float8 AS "parcelFee", c.job_id AS "jobId",
          CASE WHEN c.shipped_at IS NOT NULL THEN json_build_object('carrier', c.carrier, 'trackingNo', c.tracking_no,
            'shippedAt', ${iso('c.shipped_at')}, 'receivedAt', ${iso('c.received_at')}) END AS parcel,
          (c.paid - c.refunded - (SELECT coalesce(sum(i.amount), 0) FROM invoice_lines i WHERE i.tenant_id = c.tenant_id AND i.order_id = c.id))::float8
            AS "invoiceableAmount",
          (SELECT coalesce(json_agg(json_build_object('id', a.id, 'applicationNo', a.application_no, 'state', a.state, 'amount', a.amount,
              'untaxedAmount', a.untaxed, 'invoiceNo', a.invoice_no, 'createdAt', ${iso('a.created_at')}) ORDER BY a.id DESC), '[]')
            FROM invoice_lines i JOIN invoice_applications a ON a.tenant_id = i.tenant_id AND a.id = i.application_id
            WHERE i.tenant_id = c.tenant_id AND i.order_id = c.id) AS invoices,
          (SELECT json_agg(json_build_object('id', l.id, 'product', json_build_object('id', p.id, 'code', p.code, 'name', p.name),
              'form', l.form, 'naming', l.naming, 'faceAmount', l.face_amount, 'quantity', l.quantity, 'makingFee', l.making_fee,
              'amount', l.face_amount * l.quantity, 'made', (SELECT coalesce(max(k.order_n), 0) FROM cards k
                WHERE k.tenant_id = c.tenant_id AND k.order_line_id = l.id), 'refunded', b.refunded,
              'refundable', CASE WHEN c.state = ANY(${[...refundedFrom]}::text[]) THEN l.quantity - b.refunded - u.used ELSE 0 END) ORDER BY l.line_no)
            FROM card_order_lines l JOIN card_products p ON p.tenant_id = l.tenant_id AND p.id = l.product_id
            CROSS JOIN LATERAL ${backOfLine} b CROSS JOIN LATERAL ${usedOfLine} u
            WHERE l.tenant_id = c.tenant_id AND l.order_id = c.id) AS lines,
          (SELECT coalesce(json_agg(json_build_object('id', y.id, 'method', y.method, 'amount', y.amount, 'channel', t.channel,
              'flowNo', y.external_no, 'paidAt', ${iso('y.paid_at')}, 'createdBy', y.created_by)), '[]')
            FROM card_order_payments y LEFT JOIN top_ups t ON t.tenant_id = y.tenant_id AND t.id = y.top_up_id
            WHERE y.tenant_id = c.tenant_id AND y.order_id = c.id) AS payments,
          (SELECT coalesce(json_agg(json_build_object('id', r.id, 'no', r.refund_no, 'quantity', r.quantity, 'amount', r.amount,
              'feeAmount', r.fee, 'reason', r.reason, 'state', r.state, 'doneAt', ${iso('r.done_at')}, 'channelRefund', ${channelRefundOf(sql`q.order_refund_id`)}, 'createdAt', ${iso('r.created_at')},
              'createdBy', r.created_by, 'lines', (SELECT json_agg(json_build_object('lineId', g.line_id, 'quantity', g.quantity))
                FROM card_order_refund_lines g WHERE g.tenant_id = r.tenant_id AND g.refund_id = r.id)) ORDER BY r.id DESC), '[]')
            FROM card_order_refunds r WHERE r.tenant_id = c.tenant_id AND r.order_id = c.id) AS refunds, ${attachmentsJson('cardOrder', 'c')} AS proofs,
          (SELECT json_build_object('id', t.id, 'no', t.top_up_no, 'channel', t.channel, 'state', t.state, 'payUrl', ${payTextOf('t')},
              'closesAt', ${iso('t.closes_at')}, 'bankNo', l.bank_no)
            FROM top_ups t LEFT JOIN statement_lines l ON l.tenant_id = t.tenant_id AND l.id = t.statement_line_id
            WHERE t.tenant_id = c.tenant_id AND t.order_id = c.id AND t.state IN ('WAITING', 'PAYING', 'SUBMITTED')) AS incoming,
          (SELECT coalesce(json_agg(json_build_object('seq', v.seq, 'state', v.to_state, 'createdAt', ${iso('v.created_at')},
              'createdBy', v.created_by) ORDER BY v.seq), '[]')
            FROM card_order_events v WHERE v.tenant_id = c.tenant_id AND v.order_id = c.id) AS timeline
        FROM card_orders c ${orderJoins} WHERE ${which}`,
  );
  if (!found) throw recordMissing();
  const { row: head, tenantId, ...parts } = found;
  const isAwaited = head.state === 'TO_PAY' && head.payMethod === 'TRANSFER';
  return {
    ...{ ...head, ...parts },
    payTo: isAwaited ? await payToOf(client, { tenantId, companyId: head.company.id }) : null,
  };
}
