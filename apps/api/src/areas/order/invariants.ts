import type { Invariant } from '../area.ts';

/** The invariants of orders. */
export const cardOrderInvariants: readonly Invariant[] = [
  {
    name: 'orderAddsUp',
    label: {
      zh: '卡订单：行合计 + 费用 = 应付；已付 = 付款合计 = 企业资金出账',
      en: "Card orders: lines + fees = payable; paid = payments = what left the company's fund",
    },
    violations: `SELECT o.order_no AS what FROM card_orders o
          LEFT JOIN (SELECT l.order_id, sum(l.quantity) AS cards, sum(l.face_amount * l.quantity) AS faces, sum(l.making_fee * l.quantity) AS making
            FROM card_order_lines l WHERE l.tenant_id = $1 GROUP BY 1) l ON l.order_id = o.id
          LEFT JOIN card_order_payments y ON y.tenant_id = o.tenant_id AND y.order_id = o.id
          LEFT JOIN (SELECT w.source_id, sum(w.delta) AS moved FROM fund_flows w
            WHERE w.tenant_id = $1 AND w.kind = 'CARD_PAY' AND w.source_type = 'cardOrder' GROUP BY 1) f ON f.source_id = o.id
          WHERE o.tenant_id = $1 AND (o.quantity IS DISTINCT FROM l.cards OR o.payable IS DISTINCT FROM l.faces + l.making + o.parcel_fee
            OR o.paid <> coalesce(y.amount, 0) OR o.paid <> coalesce(-f.moved, 0))`,
  },
];
