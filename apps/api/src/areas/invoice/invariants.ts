import type { Invariant } from '../area.ts';

/** The invariants of invoices. */
export const invoiceInvariants: readonly Invariant[] = [
  {
    name: 'invoicedWithinPayment',
    label: {
      zh: 'Σ 开票 ≤ 交易金额 − 已退金额',
      en: 'Σ invoiced ≤ amount − refunded of each payment',
    },
    violations: `SELECT c.payment_no AS what FROM consumption_records c
          JOIN (SELECT consumption_id, sum(amount) AS invoiced FROM invoice_lines WHERE tenant_id = $1 GROUP BY 1) l
            ON l.consumption_id = c.id
          WHERE c.tenant_id = $1 AND l.invoiced > c.amount - c.refunded`,
  },
  {
    name: 'invoicedWithinOrder',
    label: {
      zh: 'Σ 开票 ≤ 卡订单已付 − 已退金额，其中不征税 ≤ 未退面值合计',
      en: 'Σ invoiced ≤ what was paid and not given back for each card order, untaxed no more than the faces of that',
    },
    violations: `SELECT o.order_no AS what FROM card_orders o
          JOIN (SELECT order_id, sum(amount) AS invoiced, sum(untaxed) AS untaxed FROM invoice_lines
            WHERE tenant_id = $1 AND order_id IS NOT NULL GROUP BY 1) l ON l.order_id = o.id
          WHERE o.tenant_id = $1 AND (l.invoiced > o.paid - o.refunded OR l.untaxed > o.amount - (o.refunded - o.refunded_fee))`,
  },
];
