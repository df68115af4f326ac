import type { Invariant } from '../area.ts';
import { billParts } from './figures.sql.ts';

const columns = (write: (part: string) => string) => billParts.map(write).join();

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
            FROM bills WHERE tenant_id = $1 WINDOW w AS (PARTITION BY coalesce(merchant_id, company_id) ORDER BY period)) b
          WHERE b.closing <> b.opening + CASE b.kind
              WHEN 'MERCHANT' THEN b.issued + b.refunded - b.consumed - b.recovered
              ELSE b.top_up + b.recovered + b.transfer_in + b.card_in - b.issued - b.fee - b.transfer_out - b.card_out END
            OR (b.state <> 'OPEN' AND b.state_before <> 'OPEN' AND b.opening <> b.previous
              AND to_date(b.period, 'YYYY-MM') = to_date(b.period_before, 'YYYY-MM') + interval '1 month')`,
  },
  {
    name: 'billsAreFunds',
    label: {
      zh: '已出账账单逐列与流水一致：商户账单为额度流水，公司账单为企业资金流水',
      en: "Issued bills are what the ledger says, column by column: merchants' of limits, companies' of funds",
    },
    violations: `WITH moved AS MATERIALIZED (
            SELECT owner_id, to_char(occurred_at AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM') AS period, sum(amount) AS amount,
              ${columns((part) => `coalesce(sum(part_amount) FILTER (WHERE part = '${part}'), 0) AS ${part}`)}
            FROM bill_ledger WHERE tenant_id = $1 GROUP BY 1, 2),
          openings AS (
            SELECT b.id, coalesce(sum(p.amount), 0) AS opening FROM bills b
            LEFT JOIN moved p ON p.owner_id = coalesce(b.merchant_id, b.company_id) AND p.period < b.period
            WHERE b.tenant_id = $1 GROUP BY b.id)
          SELECT b.bill_no AS what FROM bills b JOIN openings o ON o.id = b.id
          LEFT JOIN moved m ON m.owner_id = coalesce(b.merchant_id, b.company_id) AND m.period = b.period
          WHERE b.tenant_id = $1 AND b.state <> 'OPEN' AND (b.opening, ${columns((part) => `b.${part}`)}, b.closing)
            IS DISTINCT FROM (o.opening, ${columns((part) => `coalesce(m.${part}, 0)`)}, o.opening + coalesce(m.amount, 0))`,
  },
  {
    name: 'billLinesTie',
    label: {
      zh: '公司账单的商户明细与调额一致，合计等于账单的发放与回收，并与商户账单相符',
      en: "The lines of companies' bills are what limits got and gave back, come to what the bills say, and tie to merchants' bills",
    },
    // What one chunk of a batch issued and recovered was one flow until the company's 备付金 was opened; and what limits held once moved with
    // their merchant in one flow out of the one fund and one into the other.
    violations: `WITH lines AS MATERIALIZED (
            SELECT company_id, merchant_id, to_char(occurred_at AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM') AS period,
              coalesce(sum(amount) FILTER (WHERE amount > 0), 0) AS issued, coalesce(-sum(amount) FILTER (WHERE amount < 0), 0) AS back
            FROM company_lines WHERE tenant_id = $1 GROUP BY 1, 2, 3),
          moved AS (
            SELECT company_id, to_char(occurred_at AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM') AS period,
              coalesce(sum(part_amount) FILTER (WHERE part = 'issued'), 0) AS issued,
              coalesce(sum(part_amount) FILTER (WHERE part = 'recovered'), 0) AS back
            FROM bill_ledger WHERE tenant_id = $1 AND company_id IS NOT NULL GROUP BY 1, 2),
          opened AS (
            SELECT f.company_id, to_char(w.created_at AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM') AS period
            FROM fund_flows w JOIN fund_accounts f ON f.tenant_id = w.tenant_id AND f.id = w.account_id
            WHERE w.tenant_id = $1 AND w.kind = 'OPENING' AND f.kind = 'RESERVE')
          SELECT co.name || ' ' || coalesce(l.period, m.period) AS what
          FROM (SELECT company_id, period, sum(issued) AS issued, sum(back) AS back FROM lines GROUP BY 1, 2) l
          FULL JOIN moved m ON m.company_id = l.company_id AND m.period = l.period
          LEFT JOIN opened o ON o.company_id = coalesce(l.company_id, m.company_id)
          JOIN companies co ON co.tenant_id = $1 AND co.id = coalesce(l.company_id, m.company_id)
          WHERE coalesce(l.issued, 0) - coalesce(l.back, 0) <> coalesce(m.issued, 0) - coalesce(m.back, 0)
            OR coalesce(l.issued, 0) <> coalesce(m.issued, 0) AND coalesce(l.period, m.period) > coalesce(o.period, '')
          UNION ALL
          SELECT b.bill_no || ' ' || me.name FROM (
              SELECT b.id, l.merchant_id, l.issued, l.back FROM bills b JOIN lines l ON l.company_id = b.company_id AND l.period = b.period
              WHERE b.tenant_id = $1 AND b.state <> 'OPEN' AND b.kind = 'COMPANY') live
          FULL JOIN (SELECT bill_id, merchant_id, issued, back FROM bill_lines WHERE tenant_id = $1) kept
            ON kept.bill_id = live.id AND kept.merchant_id = live.merchant_id
          JOIN bills b ON b.tenant_id = $1 AND b.id = coalesce(live.id, kept.bill_id)
          JOIN merchants me ON me.tenant_id = $1 AND me.id = coalesce(live.merchant_id, kept.merchant_id)
          WHERE (live.issued, live.back) IS DISTINCT FROM (kept.issued::numeric, kept.back::numeric)
          UNION ALL
          SELECT b.bill_no FROM bills b LEFT JOIN (
            SELECT merchant_id, period, sum(issued) - sum(back) AS net FROM lines GROUP BY 1, 2) l
            ON l.merchant_id = b.merchant_id AND l.period = b.period
          WHERE b.tenant_id = $1 AND b.kind = 'MERCHANT' AND b.state <> 'OPEN' AND b.issued - b.recovered <> coalesce(l.net, 0)`,
  },
];
