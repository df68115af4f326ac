import type { Invariant } from './invariant.ts';

/** What holds for limits, payments, funds, draws and bills. */
export const moneyInvariants: readonly Invariant[] = [
  {
    name: 'limitAddsUp',
    label: {
      zh: '额度：总额 = 可用 + 冻结 + 已用 + 已回收，均不为负',
      en: 'Limit: total = available + locked + used + recovered, all ≥ 0',
    },
    sql: `SELECT e.employee_no || ' ' || e.name AS what FROM limit_accounts l JOIN employees e ON e.id = l.employee_id
          WHERE l.total <> l.available + l.locked + l.used + l.recovered
            OR least(l.available, l.locked, l.used, l.recovered) < 0`,
  },
  {
    name: 'adjustmentChainUnbroken',
    label: {
      zh: '调额记录：后 = 前 + 变动，链条无缺口，止于账户现值',
      en: 'Adjustments: after = before + delta, no gap, ending at what the account has',
    },
    sql: `SELECT e.employee_no || ' #' || w.seq AS what
          FROM (SELECT a.*, lag(a.after, 1, 0::bigint) OVER c AS previous, row_number() OVER c AS n,
                  lead(a.seq) OVER c IS NULL AS last FROM limit_adjustments a WINDOW c AS (PARTITION BY a.account_id ORDER BY a.seq)) w
          JOIN limit_accounts l ON l.id = w.account_id JOIN employees e ON e.id = w.employee_id
          WHERE w.after <> w.before + w.delta OR w.before <> w.previous OR w.seq <> w.n
            OR (w.last AND (w.seq <> l.adjust_seq OR w.after <> l.available + l.used))
          UNION ALL
          SELECT e.employee_no || ' ' || e.name FROM limit_accounts l JOIN employees e ON e.id = l.employee_id
          WHERE l.adjust_seq = 0 AND l.total <> 0`,
  },
  {
    name: 'usedIsSpent',
    label: {
      zh: '已用额度 = 企业支付合计 − 退回额度合计',
      en: "Used = the company's share of payments − what went back",
    },
    sql: `SELECT e.employee_no || ' ' || e.name AS what FROM limit_accounts l JOIN employees e ON e.id = l.employee_id
          LEFT JOIN (SELECT employee_id, sum(CASE WHEN type = 'REFUND' THEN -enterprise ELSE enterprise END) AS spent
            FROM consumption_records WHERE state NOT IN ('PROCESSING', 'FAILED') GROUP BY 1) c ON c.employee_id = l.employee_id
          WHERE l.used <> coalesce(c.spent, 0)`,
  },
  {
    name: 'invoicedWithinPayment',
    label: {
      zh: 'Σ 开票 ≤ 交易金额 − 已退金额',
      en: 'Σ invoiced ≤ amount − refunded of each payment',
    },
    sql: `SELECT c.payment_no AS what FROM consumption_records c
          JOIN (SELECT consumption_id, sum(amount) AS invoiced FROM invoice_lines GROUP BY 1) l ON l.consumption_id = c.id
          WHERE l.invoiced > c.amount - c.refunded`,
  },
  {
    name: 'refundsWithinPayment',
    label: {
      zh: 'Σ 退款 ≤ 金额，且与已退金额一致',
      en: 'Σ refunds ≤ amount, and it is what the payment says',
    },
    sql: `SELECT c.payment_no AS what FROM consumption_records c
          LEFT JOIN (SELECT related_id, sum(amount) AS back, sum(enterprise) AS share FROM consumption_records
            WHERE type = 'REFUND' GROUP BY 1) r ON r.related_id = c.id
          WHERE c.type <> 'REFUND' AND (coalesce(r.back, 0) <> c.refunded OR c.refunded > c.amount OR coalesce(r.share, 0) > c.enterprise)`,
  },
  {
    name: 'paymentNumberOnce',
    label: { zh: '交易流水号唯一', en: 'A payment number credits once' },
    sql: `SELECT payment_no AS what FROM consumption_records GROUP BY tenant_id, payment_no HAVING count(*) > 1`,
  },
  {
    name: 'fundIsItsFlows',
    label: { zh: '资金余额 = Σ 流水，逐笔衔接', en: 'Fund balance = Σ flows, each following the one before' },
    sql: `SELECT co.name || ' ' || f.kind AS what FROM fund_accounts f JOIN companies co ON co.id = f.company_id
          LEFT JOIN (SELECT account_id, sum(delta) AS total, count(*) AS flows, max(seq) AS newest FROM fund_flows GROUP BY 1) w
            ON w.account_id = f.id
          WHERE f.balance <> coalesce(w.total, 0) OR f.flow_seq <> coalesce(w.flows, 0) OR f.flow_seq <> coalesce(w.newest, 0)
          UNION ALL
          SELECT co.name || ' #' || w.seq FROM (
            SELECT *, lag(balance_after, 1, 0::bigint) OVER (PARTITION BY account_id ORDER BY seq) AS previous FROM fund_flows) w
          JOIN fund_accounts f ON f.id = w.account_id JOIN companies co ON co.id = f.company_id
          WHERE w.balance_after <> w.previous + w.delta`,
  },
  {
    name: 'ledgerIsLimits',
    label: {
      zh: '商户流水合计 = 员工可用与冻结额度合计',
      en: "A merchant's ledger without top-ups and fees = what its employees may still spend",
    },
    sql: `SELECT m.merchant_no || ' ' || m.name AS what FROM merchants m
          LEFT JOIN (SELECT merchant_id, sum(available + locked) AS left_over FROM limit_accounts GROUP BY 1) l ON l.merchant_id = m.id
          LEFT JOIN (SELECT merchant_id, sum(amount) AS moved FROM merchant_ledger WHERE kind NOT IN ('TOP_UP', 'FEE') GROUP BY 1) g
            ON g.merchant_id = m.id
          WHERE coalesce(l.left_over, 0) <> coalesce(g.moved, 0)`,
  },
  {
    name: 'billsAddUp',
    label: {
      zh: '账单：期末 = 期初 + Σ 入 − Σ 出，期初接上期期末',
      en: 'Bills: closing = opening + Σ in − Σ out, opening = the closing before',
    },
    sql: `SELECT b.bill_no AS what FROM (
            SELECT *, lag(closing) OVER w AS previous, lag(period) OVER w AS period_before, lag(state) OVER w AS state_before
            FROM bills WINDOW w AS (PARTITION BY merchant_id ORDER BY period)) b
          WHERE b.closing <> b.opening + b.top_up + b.issued + b.refunded - b.consumed - b.recovered - b.fee
            OR (b.state <> 'OPEN' AND b.state_before <> 'OPEN' AND b.opening <> b.previous
              AND to_date(b.period, 'YYYY-MM') = to_date(b.period_before, 'YYYY-MM') + interval '1 month')`,
  },
  {
    name: 'issuedBillsAreTheLedger',
    label: { zh: '已出账账单与流水一致', en: 'Issued bills are what the ledger says' },
    sql: `WITH moved AS (
            SELECT merchant_id, to_char(date_trunc('month', occurred_at AT TIME ZONE 'Asia/Shanghai'), 'YYYY-MM') AS period, sum(amount) AS amount
            FROM merchant_ledger GROUP BY 1, date_trunc('month', occurred_at AT TIME ZONE 'Asia/Shanghai'))
          SELECT b.bill_no AS what FROM bills b LEFT JOIN moved m ON m.merchant_id = b.merchant_id AND m.period = b.period
          WHERE b.state <> 'OPEN' AND b.closing - b.opening <> coalesce(m.amount, 0)`,
  },
  {
    name: 'daysAreTheirRecords',
    label: { zh: '日汇总与消费记录一致', en: "The days' rollups are what their records add up to" },
    sql: `SELECT coalesce(d.day, c.day)::text || ' ' || coalesce(d.merchant_id, c.merchant_id) AS what FROM consumption_days d
          FULL JOIN (
            SELECT tenant_id, (paid_at AT TIME ZONE 'Asia/Shanghai')::date AS day, merchant_id, count(*) AS records,
              coalesce(sum(amount) FILTER (WHERE type <> 'REFUND' AND state NOT IN ('PROCESSING', 'FAILED')), 0) AS consumed,
              coalesce(sum(amount) FILTER (WHERE type = 'REFUND'), 0) AS refunded
            FROM consumption_records GROUP BY 1, 2, 3) c USING (tenant_id, day, merchant_id)
          WHERE d.record_count IS DISTINCT FROM c.records OR d.consume_amount IS DISTINCT FROM c.consumed
            OR d.refund_amount IS DISTINCT FROM c.refunded`,
  },
  {
    name: 'lotteryWithinBudget',
    label: {
      zh: '抽奖：库存 ≥ 0，预算 ≥ Σ 奖品价值（已过期的不计）',
      en: 'Lottery: stock ≥ 0, budget ≥ Σ value of what has not expired',
    },
    sql: `SELECT a.name AS what FROM lottery_activities a
          LEFT JOIN (SELECT activity_id, sum(value) AS given FROM lottery_records WHERE state <> 'EXPIRED' GROUP BY 1) r ON r.activity_id = a.id
          WHERE coalesce(r.given, 0) > a.budget OR a.spent <> coalesce(r.given, 0)
          UNION ALL SELECT p.name FROM lottery_prizes p WHERE p.stock < 0`,
  },
  {
    name: 'batchRowsOnce',
    label: { zh: '批量调额每行恰好一次', en: 'Every row of a batch adjustment took effect exactly once' },
    sql: `SELECT b.batch_no || ' #' || r.row_no AS what FROM limit_batch_rows r JOIN limit_batches b ON b.id = r.batch_id
          WHERE (r.state IN ('DONE', 'UNDONE')) <> (r.adjustment_id IS NOT NULL)
          UNION ALL
          SELECT b.batch_no || ' ' || a.employee_id FROM limit_adjustments a JOIN limit_batches b ON b.id = a.batch_id
          WHERE a.undoes_id IS NULL GROUP BY b.batch_no, a.batch_id, a.employee_id HAVING count(*) > 1`,
  },
];
