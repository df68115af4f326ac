import type { MatterPart } from '@xyxlx/contracts/approval-matter';
import { type CardForm, type CardNaming, cardFormWords, cardNamingWords } from '@xyxlx/contracts/card-kinds';
import { cardPayMethodWords } from '@xyxlx/contracts/card-order-kinds';
import type { Option } from '@xyxlx/contracts/option';
import { count, facts, firstRows, money, noMatter, record, text } from '../../platform/approval/matter.ts';
import type { ReadMatter } from '../../platform/approval/subject.ts';
import { named, type Queryable, rowsOf, type Sql, sql } from '../../platform/db/sql.ts';

interface Order {
  id: string;
  orderNo: string;
  merchant: Option;
  company: Option;
  quantity: number;
  amount: number;
  fee: number;
  payable: number;
  paid: number;
  refunded: number;
  payMethod: keyof typeof cardPayMethodWords;
  invoiceTitle: string | null;
  hasAddress: boolean;
  isFirst: boolean;
}

/** What is ordered, line by line. */
export const matterOfOrder: ReadMatter = async (client, { tenantId, subjectId }) => {
  const order = await orderOf(client, tenantId, subjectId);
  if (!order) return noMatter;
  const lines = await linesOf(client, tenantId, subjectId, { column: sql`l.quantity`, joins: sql`` });
  return {
    parts: [factsOf(order), lines],
    payee: { name: order.merchant.name, isFirst: order.isFirst },
  };
};

/** What of the order would be given back, line by line. */
export const matterOfOrderRefund: ReadMatter = async (client, { tenantId, subjectId }) => {
  const [refund] = await rowsOf<{
    refundNo: string;
    orderId: string;
    quantity: number;
    amount: number;
    fee: number;
    reason: string;
  }>(
    client,
    sql`SELECT r.refund_no AS "refundNo", r.order_id AS "orderId", r.quantity, r.amount::float8 AS amount, r.fee::float8 AS fee, r.reason
        FROM card_order_refunds r WHERE r.tenant_id = ${tenantId}::uuid AND r.id = ${subjectId}::uuid`,
  );
  const order = refund && (await orderOf(client, tenantId, refund.orderId));
  if (!order) return noMatter;
  const lines = await linesOf(client, tenantId, refund.orderId, {
    column: sql`b.quantity`,
    joins: sql`JOIN card_order_refund_lines b ON b.tenant_id = l.tenant_id AND b.line_id = l.id AND b.refund_id = ${subjectId}::uuid`,
  });
  return {
    parts: [
      facts(
        ['退款号', 'Refund', text(refund.refundNo)],
        ['退卡数量', 'Cards given back', count(refund.quantity)],
        ['退款金额', 'Refunded', money(refund.amount)],
        ['其中手续费', 'Fees in it', refund.fee > 0 ? money(refund.fee) : null],
      ),
      lines,
      factsOf(order),
    ],
  };
};

function factsOf(order: Order): MatterPart {
  return facts(
    ['订单号', 'Order', record('cardOrder', { id: order.id, name: order.orderNo })],
    ['商户', 'Merchant', record('merchant', order.merchant)],
    ['公司', 'Company', record('company', order.company)],
    ['数量', 'Cards', count(order.quantity)],
    ['面值合计', 'Face values', money(order.amount)],
    ['费用', 'Fees', money(order.fee)],
    ['应付', 'Payable', money(order.payable)],
    ['已付', 'Paid', order.paid > 0 ? money(order.paid) : null],
    ['已退', 'Refunded before', order.refunded > 0 ? money(order.refunded) : null],
    ['付款方式', 'Paid with', text(cardPayMethodWords[order.payMethod])],
    ['发票抬头', 'Invoice title', text(order.invoiceTitle)],
    ['寄送', 'Sent by post', order.hasAddress ? text({ zh: '是', en: 'Yes' }) : null],
  );
}

async function orderOf(client: Queryable, tenantId: string, id: string): Promise<Order | undefined> {
  const [order] = await rowsOf<Order>(
    client,
    sql`SELECT o.id, o.order_no AS "orderNo", ${named('m')} AS merchant, ${named('c')} AS company, o.quantity, o.amount::float8 AS amount, o.fee::float8 AS fee,
          o.payable::float8 AS payable, o.paid::float8 AS paid, o.refunded::float8 AS refunded, o.pay_method AS "payMethod",
          o.invoice_title AS "invoiceTitle", o.address IS NOT NULL AS "hasAddress",
          NOT EXISTS (SELECT FROM card_orders b WHERE b.tenant_id = o.tenant_id AND b.merchant_id = o.merchant_id AND b.id <> o.id AND b.paid > 0) AS "isFirst"
        FROM card_orders o JOIN merchants m ON m.tenant_id = o.tenant_id AND m.id = o.merchant_id
        JOIN companies c ON c.tenant_id = o.tenant_id AND c.id = o.company_id
        WHERE o.tenant_id = ${tenantId}::uuid AND o.id = ${id}::uuid`,
  );
  return order;
}

function linesOf(
  client: Queryable,
  tenantId: string,
  orderId: string,
  { column, joins }: { column: Sql; joins: Sql },
): Promise<MatterPart> {
  return firstRows<{
    product: string;
    form: CardForm;
    naming: CardNaming;
    face: number;
    quantity: number;
    making: number;
  }>(client, {
    title: { zh: '卡明细', en: 'Cards' },
    columns: [
      { zh: '产品', en: 'Product' },
      { zh: '卡种', en: 'Kind' },
      { zh: '面值', en: 'Face value' },
      { zh: '数量', en: 'Quantity' },
      { zh: '面值小计', en: 'In all' },
      { zh: '工本费', en: 'Making fee' },
    ],
    select: sql`p.code || ' ' || p.name AS product, l.form, l.naming, l.face_amount::float8 AS face, ${column} AS quantity, l.making_fee::float8 AS making`,
    from: sql`FROM card_order_lines l JOIN card_products p ON p.tenant_id = l.tenant_id AND p.id = l.product_id ${joins}
      WHERE l.tenant_id = ${tenantId}::uuid AND l.order_id = ${orderId}::uuid`,
    orderBy: 'l.line_no',
    row: ({ product, form, naming, face, quantity, making }) => [
      text(product),
      text({
        zh: `${cardFormWords[form].zh} ${cardNamingWords[naming].zh}`,
        en: `${cardFormWords[form].en}, ${cardNamingWords[naming].en.toLowerCase()}`,
      }),
      money(face),
      count(quantity),
      money(face * quantity),
      money(making),
    ],
  });
}
