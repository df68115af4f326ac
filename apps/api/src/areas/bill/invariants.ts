import type { Invariant } from '../area.ts';

/** The invariants of bills. */
export const billInvariants: readonly Invariant[] = [
  {
    name: 'billsAddUp',
    label: {
      zh: '账单：期末 = 期初 + Σ 入 − Σ 出，期初接上期期末',
      en: 'Bills: closing = opening + Σ in − Σ out, opening = the closing before',
    },
    violations: `SELECT b.bill_no AS what FROM (
            SELECT *, lag(closing) OVER w AS previous, lag(period) OVER w AS period_before, lag(state) OVER w AS state_before
            FROM bills WHERE tenant_id = $1 WINDOW w AS (PARTITION BY merchant_id ORDER BY period)) b
          WHERE b.closing <> b.opening + b.top_up + b.issued + b.refunded - b.consumed - b.recovered - b.fee
            OR (b.state <> 'OPEN' AND b.state_before <> 'OPEN' AND b.opening <> b.previous
              AND to_date(b.period, 'YYYY-MM') = to_date(b.period_before, 'YYYY-MM') + interval '1 month')`,
  },
  {
    name: 'issuedBillsAreTheLedger',
    label: { zh: '已出账账单与流水一致', en: 'Issued bills are what the ledger says' },
    violations: `WITH moved AS (
            SELECT merchant_id, to_char(date_trunc('month', occurred_at AT TIME ZONE 'Asia/Shanghai'), 'YYYY-MM') AS period, sum(amount) AS amount
            FROM merchant_ledger WHERE tenant_id = $1 GROUP BY 1, date_trunc('month', occurred_at AT TIME ZONE 'Asia/Shanghai'))
          SELECT b.bill_no AS what FROM bills b LEFT JOIN moved m ON m.merchant_id = b.merchant_id AND m.period = b.period
          WHERE b.tenant_id = $1 AND b.state <> 'OPEN' AND b.closing - b.opening <> coalesce(m.amount, 0)`,
  },
];
