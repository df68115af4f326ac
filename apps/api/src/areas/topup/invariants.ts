import type { Invariant } from '../area.ts';

/** The invariants of top-ups. */
export const topUpInvariants: readonly Invariant[] = [
  {
    name: 'topUpOnce',
    label: {
      zh: '每笔成功充值恰好入账一次（企业资金、卡或卡订单），金额一致；退回的以同额退回一次，其余没有入账',
      en: 'Each top-up that is done was credited once, to the fund, the card or the order, by its amount, and taken back once where it was reversed or refunded; no other was',
    },
    violations: `SELECT t.top_up_no AS what FROM top_ups t
          LEFT JOIN (SELECT w.source_id, count(*) AS flows, sum(w.delta) AS moved FROM fund_flows w
            WHERE w.tenant_id = $1 AND w.kind = 'TOP_UP' GROUP BY 1) f ON f.source_id = t.id
          LEFT JOIN (SELECT w.source_id, count(*) FILTER (WHERE w.kind = 'TOP_UP') AS flows, sum(w.delta) AS moved FROM card_flows w
            WHERE w.tenant_id = $1 AND w.source_type = 'topUp' AND w.kind IN ('TOP_UP', 'FEE') GROUP BY 1) k ON k.source_id = t.id
          LEFT JOIN (SELECT r.top_up_id, count(*) AS reversals, min(r.kind) AS kind, sum(coalesce(w.delta, 0)) AS fund, sum(coalesce(c.delta, 0)) AS card,
              bool_or(num_nonnulls(w.delta, c.delta) <> 1) AS other
            FROM top_up_reversals r
            LEFT JOIN fund_flows w ON w.tenant_id = r.tenant_id AND w.source_id = r.id AND w.kind = 'TOP_UP_BACK'
            LEFT JOIN (SELECT source_id, sum(delta) AS delta FROM card_flows WHERE tenant_id = $1 AND source_type = 'topUpReversal' GROUP BY 1) c
              ON c.source_id = r.id
            WHERE r.tenant_id = $1 AND r.state = 'DONE' GROUP BY 1) b ON b.top_up_id = t.id
          LEFT JOIN card_order_payments y ON y.tenant_id = t.tenant_id AND y.top_up_id = t.id
          WHERE t.tenant_id = $1
            AND (coalesce(f.flows, 0) + coalesce(k.flows, 0) + CASE WHEN y.id IS NULL THEN 0 ELSE 1 END <> CASE WHEN t.state IN ('SUCCESS', 'REVERSED', 'REFUNDED') THEN 1 ELSE 0 END
              OR coalesce(f.moved, 0) + coalesce(k.moved, 0) + coalesce(y.amount, 0) <> CASE WHEN t.state IN ('SUCCESS', 'REVERSED', 'REFUNDED') THEN t.received ELSE 0 END
              OR k.flows > 0 AND (t.card_id IS NULL OR t.diverted_for IS NOT NULL)
              OR coalesce(b.reversals, 0) <> CASE WHEN t.state IN ('REVERSED', 'REFUNDED') THEN 1 ELSE 0 END
              OR b.other OR (b.kind = 'REVERSE') <> (t.state = 'REVERSED')
              OR b.reversals > 0 AND (b.fund, b.card) <> (-coalesce(f.moved, 0), -coalesce(k.moved, 0)))
          UNION ALL
          SELECT 'flow ' || w.remark FROM fund_flows w WHERE w.tenant_id = $1 AND w.kind = 'TOP_UP_BACK'
            AND NOT EXISTS (SELECT FROM top_up_reversals r WHERE r.tenant_id = w.tenant_id AND r.id = w.source_id AND r.state = 'DONE')`,
  },
  {
    name: 'channelsRefundOnce',
    label: {
      zh: '每笔已通过、原路为渠道的退款恰好请求渠道一次，单号与金额一致；渠道退款合计不超过付款',
      en: 'Each refund that was agreed to and goes back by a channel is asked of it once, by its number and amount; what a channel refunds of a payment is not more than that',
    },
    violations: `WITH agreed AS (
          SELECT r.refund_no AS no, t.id, r.amount FROM card_order_refunds r
            JOIN card_order_payments y ON y.tenant_id = r.tenant_id AND y.order_id = r.order_id
            JOIN top_ups t ON t.tenant_id = y.tenant_id AND t.id = y.top_up_id
            WHERE r.tenant_id = $1 AND r.state = 'DONE' AND t.channel <> 'TRANSFER'
          UNION ALL
          SELECT r.reversal_no, t.id, t.amount FROM top_up_reversals r JOIN top_ups t ON t.tenant_id = r.tenant_id AND t.id = r.top_up_id
            WHERE r.tenant_id = $1 AND r.state = 'DONE' AND r.kind = 'REFUND' AND t.channel <> 'TRANSFER'),
        told AS (SELECT q.refund_no AS no, q.top_up_id AS id, q.amount FROM channel_refunds q WHERE q.tenant_id = $1)
        (SELECT no AS what FROM (SELECT * FROM agreed EXCEPT ALL SELECT * FROM told) missing)
        UNION ALL
        (SELECT no FROM (SELECT * FROM told EXCEPT ALL SELECT * FROM agreed) unfounded)
        UNION ALL
        SELECT t.top_up_no FROM top_ups t JOIN told q ON q.id = t.id WHERE t.tenant_id = $1 GROUP BY t.top_up_no, t.amount HAVING sum(q.amount) > t.amount`,
  },
];
