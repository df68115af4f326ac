import type { Invariant } from '../area.ts';

/** The invariants of payments and refunds. */
export const consumptionInvariants: readonly Invariant[] = [
  {
    name: 'usedIsSpent',
    label: {
      zh: '已用额度 = 企业支付合计 − 退回额度合计',
      en: "Used = the company's share of payments − what went back",
    },
    violations: `SELECT e.employee_no || ' ' || e.name AS what FROM limit_accounts l
          JOIN employees e ON e.tenant_id = l.tenant_id AND e.id = l.employee_id
          LEFT JOIN (SELECT employee_id, sum(CASE WHEN type = 'REFUND' THEN -enterprise ELSE enterprise END) AS spent
            FROM consumption_records WHERE tenant_id = $1 AND state NOT IN ('PROCESSING', 'FAILED') AND funded_by = 'LIMIT' GROUP BY 1) c
            ON c.employee_id = l.employee_id
          WHERE l.tenant_id = $1 AND l.used <> coalesce(c.spent, 0)`,
  },
  {
    name: 'refundsWithinPayment',
    label: {
      zh: 'Σ 退款 ≤ 金额，且与已退金额一致',
      en: 'Σ refunds ≤ amount, and it is what the payment says',
    },
    violations: `SELECT c.payment_no AS what FROM consumption_records c
          LEFT JOIN (SELECT related_id, sum(amount) AS back, sum(enterprise) AS share FROM consumption_records
            WHERE tenant_id = $1 AND type = 'REFUND' GROUP BY 1) r ON r.related_id = c.id
          WHERE c.tenant_id = $1 AND c.type <> 'REFUND' AND (coalesce(r.back, 0) <> c.refunded OR c.refunded > c.amount OR coalesce(r.share, 0) > c.enterprise)`,
  },
  {
    name: 'paymentNumberOnce',
    label: { zh: '交易流水号唯一', en: 'A payment number credits once' },
    violations: `SELECT payment_no AS what FROM consumption_records WHERE tenant_id = $1 GROUP BY payment_no HAVING count(*) > 1`,
  },
  {
    name: 'daysAreTheirRecords',
    label: { zh: '日汇总与消费记录一致', en: "The days' rollups are what their records add up to" },
    violations: `SELECT coalesce(d.day, c.day)::text || ' ' || coalesce(d.merchant_id, c.merchant_id) AS what
          FROM (SELECT * FROM consumption_days WHERE tenant_id = $1) d
          FULL JOIN (
            SELECT tenant_id, (paid_at AT TIME ZONE 'Asia/Shanghai')::date AS day, merchant_id, count(*) AS records,
              coalesce(sum(amount) FILTER (WHERE type <> 'REFUND' AND state NOT IN ('PROCESSING', 'FAILED')), 0) AS consumed,
              coalesce(sum(amount) FILTER (WHERE type = 'REFUND'), 0) AS refunded
            FROM consumption_records WHERE tenant_id = $1 GROUP BY 1, 2, 3) c USING (tenant_id, day, merchant_id)
          WHERE d.record_count IS DISTINCT FROM c.records OR d.consume_amount IS DISTINCT FROM c.consumed
            OR d.refund_amount IS DISTINCT FROM c.refunded`,
  },
  {
    name: 'decidedPayments',
    label: {
      zh: '记有制度的支付都有判断记录，且企业支付不超过其允许',
      en: 'A payment that names a policy has a decision that allows the share of the company',
    },
    violations: `SELECT c.payment_no AS what FROM consumption_records c
          LEFT JOIN payment_decisions d ON d.tenant_id = c.tenant_id AND d.consumption_id = c.id
          WHERE c.tenant_id = $1 AND c.type = 'CONSUME' AND c.rule_version IS NOT NULL
            AND (d.consumption_id IS NULL OR d.version_id IS NULL OR (c.state <> 'FAILED' AND d.allowed <> c.enterprise)
              OR (c.state = 'FAILED') <> (d.outcome = 'DECLINED'))`,
  },
  {
    name: 'usageIsPayments',
    label: {
      zh: '规则用量 = 其支付的企业部分 − 退回部分',
      en: 'What was used of a rule = the share of the company of its payments − what went back',
    },
    violations: `WITH counted AS (
            SELECT k.key::uuid AS rule_key, c.employee_id, (c.paid_at AT TIME ZONE 'Asia/Shanghai')::date AS day,
              c.enterprise - coalesce(r.back, 0) AS amount, CASE WHEN c.enterprise > 0 AND c.state <> 'REVOKED' THEN 1 ELSE 0 END AS count
            FROM payment_decisions d JOIN consumption_records c ON c.tenant_id = d.tenant_id AND c.id = d.consumption_id
            CROSS JOIN LATERAL jsonb_array_elements_text(d.detail -> 'keys') k(key)
            LEFT JOIN (SELECT related_id, sum(enterprise) AS back FROM consumption_records
              WHERE tenant_id = $1 AND type = 'REFUND' GROUP BY 1) r ON r.related_id = c.id
            WHERE d.tenant_id = $1 AND c.state NOT IN ('PROCESSING', 'FAILED')),
          spans AS (
            SELECT rule_key, employee_id, s.span, s.starts_on, sum(amount) AS amount, sum(count) AS count FROM counted
            CROSS JOIN LATERAL (VALUES ('DAY', day), ('WEEK', date_trunc('week', day)::date), ('MONTH', date_trunc('month', day)::date),
              ('TOTAL', date '1970-01-01')) s(span, starts_on) GROUP BY 1, 2, 3, 4)
          SELECT e.employee_no || ' ' || coalesce(u.span, s.span) || ' ' || coalesce(u.starts_on, s.starts_on) AS what
          FROM (SELECT * FROM rule_usages WHERE tenant_id = $1) u FULL JOIN spans s USING (rule_key, employee_id, span, starts_on)
          JOIN employees e ON e.tenant_id = $1 AND e.id = employee_id
          WHERE coalesce(u.amount, 0) <> coalesce(s.amount, 0) OR coalesce(u.count, 0) <> coalesce(s.count, 0)`,
  },
  {
    name: 'lotSpendsWithinPayment',
    label: {
      zh: '支付取用额度批合计 ≤ 企业支付，退回合计 ≤ 已退的企业部分',
      en: "What a payment took of lots ≤ the company's share, and what came back ≤ the share that was refunded",
    },
    violations: `SELECT c.payment_no AS what FROM consumption_records c
          JOIN (SELECT consumption_id, sum(amount) AS taken, sum(returned) AS returned FROM lot_spends
            WHERE tenant_id = $1 GROUP BY 1) s ON s.consumption_id = c.id
          WHERE c.tenant_id = $1 AND (s.taken > c.enterprise OR s.returned > least(c.refunded, c.enterprise)
            OR c.type <> 'CONSUME' OR c.state IN ('PROCESSING', 'FAILED'))`,
  },
];
