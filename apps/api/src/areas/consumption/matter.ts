import { consumptionCategoryWords, payChannelWords } from '@xyxlx/contracts/consumption';
import type { Option } from '@xyxlx/contracts/option';
import type { Approval } from '@xyxlx/database/client/client';
import { changes, facts, instant, money, noMatter, record, text } from '../../platform/approval/matter.ts';
import type { Matter } from '../../platform/approval/subject.ts';
import { iso, named, type Queryable, rowsOf, sql } from '../../platform/db/sql.ts';

/** The payment, and what of it would go back. */
export async function matterOfRefund(
  client: Queryable,
  { tenantId, amount }: Approval,
  input: { id: string; amount?: number },
): Promise<Matter> {
  const [payment] = await rowsOf<{
    paymentNo: string;
    employee: Option | null;
    merchant: Option;
    payee: Option;
    amount: number;
    enterprise: number;
    personal: number;
    refunded: number;
    category: keyof typeof consumptionCategoryWords;
    channel: keyof typeof payChannelWords;
    paidAt: string;
    lastFour: string | null;
    isFirst: boolean;
  }>(
    client,
    sql`SELECT c.payment_no AS "paymentNo", ${named('m')} AS merchant, ${named('p')} AS payee,
          ${named('e', `e.name || ' ' || e.employee_no`)} AS employee,
          c.amount::float8 AS amount, c.enterprise::float8 AS enterprise, c.personal::float8 AS personal, c.refunded::float8 AS refunded,
          c.category, c.channel, ${iso('c.paid_at')} AS "paidAt", c.card_last_four AS "lastFour",
          NOT EXISTS (SELECT FROM consumption_records o WHERE o.tenant_id = c.tenant_id AND o.employee_id = c.employee_id AND o.type = 'REFUND') AS "isFirst"
        FROM consumption_records c
        JOIN merchants m ON m.tenant_id = c.tenant_id AND m.id = c.merchant_id
        JOIN merchants p ON p.tenant_id = c.tenant_id AND p.id = c.payee_merchant_id
        LEFT JOIN employees e ON e.tenant_id = c.tenant_id AND e.id = c.employee_id
        WHERE c.tenant_id = ${tenantId}::uuid AND c.id = ${input.id}::uuid`,
  );
  if (!payment) return noMatter;
  const { employee, refunded, isFirst } = payment;
  const back = Number(amount);
  return {
    parts: [
      changes(['已退金额', 'Refunded', money(refunded), money(refunded + back)]),
      facts(
        [
          '操作',
          'Act',
          text(input.amount === undefined ? { zh: '撤销', en: 'Revoke' } : { zh: '退款', en: 'Refund' }),
        ],
        ['本次退回', 'Goes back', money(back)],
        ['交易流水号', 'Payment', record('consumption', { id: input.id, name: payment.paymentNo })],
        ['员工', 'Employee', record('employee', employee)],
        ['商户', 'Merchant', record('merchant', payment.merchant)],
        ['收款商户', 'Payee', record('merchant', payment.payee)],
        ['消费金额', 'Paid', money(payment.amount)],
        ['企业支付', "The company's part", money(payment.enterprise)],
        ['个人支付', 'Personal part', money(payment.personal)],
        ['类目', 'Category', text(consumptionCategoryWords[payment.category])],
        ['渠道', 'Channel', text(payChannelWords[payment.channel])],
        ['卡尾号', 'Card', text(payment.lastFour)],
        ['消费时间', 'Paid at', instant(payment.paidAt)],
      ),
    ],
    ...(employee && { payee: { name: employee.name, isFirst } }),
  };
}
