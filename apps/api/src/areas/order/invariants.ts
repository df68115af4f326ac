import type { Invariant } from '../area.ts';

/** The invariants of orders. */
export const cardOrderInvariants: readonly Invariant[] = [
  {
    name: 'orderAddsUp',
    label: {
      zh: '卡订单：行合计 + 费用 = 应付；已付 = 付款合计，企业资金付款 = 其出账，其余 = 到账；已退 = 退款合计 ≤ 已付，企业资金退款 = 其入账；其卡只由订单入账，与已退面值之和不超过面值合计',
      en: 'Card orders: lines + fees = payable; paid = payments, by fund what left it, otherwise what came; refunded = refunds ≤ paid, by fund what came back to it; its cards are loaded out of it alone, with no more than the faces that are not given back',
    },
    violations: `SELECT o.order_no AS what FROM card_orders o
          LEFT JOIN (SELECT l.order_id, sum(l.quantity) AS cards, sum(l.face_amount * l.quantity) AS faces, sum(l.making_fee * l.quantity) AS making
            FROM card_order_lines l WHERE l.tenant_id = $1 GROUP BY 1) l ON l.order_id = o.id
          LEFT JOIN card_order_payments y ON y.tenant_id = o.tenant_id AND y.order_id = o.id
          LEFT JOIN (SELECT w.source_id, sum(w.delta) AS moved FROM fund_flows w
            WHERE w.tenant_id = $1 AND w.kind = 'CARD_PAY' AND w.source_type = 'cardOrder' GROUP BY 1) f ON f.source_id = o.id
          LEFT JOIN (SELECT n.order_id, sum(w.delta) AS loaded, count(p.source_id) AS twice FROM card_flows w
            JOIN cards k ON k.tenant_id = w.tenant_id AND k.id = w.card_id
            JOIN card_order_lines n ON n.tenant_id = k.tenant_id AND n.id = k.order_line_id
            LEFT JOIN fund_flows p ON p.tenant_id = $1 AND p.source_type = 'card' AND p.source_id = k.id AND p.kind = 'CARD_PAY'
            WHERE w.tenant_id = $1 AND w.kind = 'LOAD' GROUP BY 1) c ON c.order_id = o.id
          LEFT JOIN (SELECT r.order_id, sum(r.amount) AS amount, sum(r.fee) AS fee, sum(w.delta) AS moved,
              count(*) FILTER (WHERE r.amount <> r.fee + (SELECT coalesce(sum(b.quantity * l.face_amount), 0) FROM card_order_refund_lines b
                JOIN card_order_lines l ON l.tenant_id = b.tenant_id AND l.id = b.line_id WHERE b.tenant_id = $1 AND b.refund_id = r.id)) AS other
            FROM card_order_refunds r LEFT JOIN fund_flows w ON w.tenant_id = r.tenant_id AND w.source_id = r.id AND w.kind = 'CARD_BACK'
              AND w.source_type = 'cardOrderRefund'
            WHERE r.tenant_id = $1 AND r.state = 'DONE' GROUP BY 1) b ON b.order_id = o.id
          LEFT JOIN top_ups t ON t.tenant_id = o.tenant_id AND t.id = y.top_up_id AND t.state = 'SUCCESS' AND t.order_id = o.id
          WHERE o.tenant_id = $1 AND (o.quantity IS DISTINCT FROM l.cards OR o.payable IS DISTINCT FROM l.faces + l.making + o.parcel_fee
            OR o.paid <> coalesce(y.amount, 0) OR o.paid <> coalesce(-f.moved, 0) + coalesce(t.received, 0) OR coalesce(c.loaded, 0) + o.refunded - o.refunded_fee > o.amount OR c.twice > 0
            OR o.refunded > o.paid OR (o.refunded, o.refunded_fee) <> (coalesce(b.amount, 0), coalesce(b.fee, 0)) OR b.other > 0
            OR coalesce(b.moved, 0) <> CASE o.pay_method WHEN 'FUND' THEN o.refunded ELSE 0 END)`,
  },
  {
    name: 'cardsMadeAreOrdered',
    label: {
      zh: '制成的卡恰为订购且制卡前未退的卡：付款后才制，制完与应制张数相等，产品、面值与单位一致；退掉的卡已注销且从未入账',
      en: 'Cards that were made are those ordered and not given back before: none before the payment, all once they are made, of the product, face and unit of their line; those given back are cancelled, and nothing was on them',
    },
    violations: `SELECT o.order_no || ' #' || l.line_no AS what FROM card_orders o
          JOIN card_order_lines l ON l.tenant_id = o.tenant_id AND l.order_id = o.id
          LEFT JOIN LATERAL (SELECT count(*) AS made, coalesce(max(c.order_n), 0) AS last, count(*) FILTER (WHERE
              (c.product_id, c.face_amount, c.naming, c.form, c.merchant_id) IS DISTINCT FROM (l.product_id, l.face_amount, l.naming, l.form, o.merchant_id))
              AS other, count(*) FILTER (WHERE c.state = 'CANCELLED' AND c.flow_seq = 0) AS cancelled
            FROM cards c WHERE c.tenant_id = $1 AND c.order_line_id = l.id) c ON TRUE
          LEFT JOIN LATERAL (SELECT coalesce(sum(b.quantity), 0) AS refunded, coalesce(sum(b.unmade), 0) AS unmade FROM card_order_refund_lines b
            JOIN card_order_refunds r ON r.tenant_id = b.tenant_id AND r.id = b.refund_id
            WHERE b.tenant_id = $1 AND b.line_id = l.id AND r.state = 'DONE') b ON TRUE
          WHERE o.tenant_id = $1 AND (c.other > 0 OR c.made <> c.last OR b.refunded - b.unmade > c.cancelled
            OR CASE WHEN coalesce(o.state_before, o.state) IN ('SUBMITTED', 'REJECTED', 'TO_PAY', 'PAID', 'CANCELLED') THEN c.made > 0
              WHEN coalesce(o.state_before, o.state) IN ('MAKING', 'REFUNDED') THEN c.made > l.quantity - b.unmade
              ELSE c.made <> l.quantity - b.unmade END)`,
  },
];
