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
];
