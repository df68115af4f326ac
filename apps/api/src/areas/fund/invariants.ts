import { raw } from '../../platform/db/sql.ts';
import type { Invariant } from '../area.ts';
import { through } from './compare.sql.ts';

/** The invariants of the funds of companies. */
export const fundInvariants: readonly Invariant[] = [
  {
    name: 'fundIsItsFlows',
    label: { zh: '资金余额 = Σ 流水，逐笔衔接', en: 'Fund balance = Σ flows, each following the one before' },
    violations: `SELECT co.name || ' ' || f.kind AS what FROM fund_accounts f
          JOIN companies co ON co.tenant_id = f.tenant_id AND co.id = f.company_id
          LEFT JOIN (SELECT account_id, sum(delta) AS total, count(*) AS flows, max(seq) AS newest FROM fund_flows
            WHERE tenant_id = $1 GROUP BY 1) w ON w.account_id = f.id
          WHERE f.tenant_id = $1
            AND (f.balance <> coalesce(w.total, 0) OR f.flow_seq <> coalesce(w.flows, 0) OR f.flow_seq <> coalesce(w.newest, 0))
          UNION ALL
          SELECT co.name || ' #' || w.seq FROM (
            SELECT *, lag(balance_after, 1, 0::bigint) OVER (PARTITION BY account_id ORDER BY seq) AS previous FROM fund_flows
            WHERE tenant_id = $1) w
          JOIN fund_accounts f ON f.tenant_id = w.tenant_id AND f.id = w.account_id
          JOIN companies co ON co.tenant_id = f.tenant_id AND co.id = f.company_id
          WHERE w.balance_after <> w.previous + w.delta`,
  },
  {
    name: 'fundPairsBalance',
    label: {
      zh: '成对资金流水合计为零；额度与划转流水均成对',
      en: 'Flows of a pair come to nothing; limits and transfers move in pairs',
    },
    // A refund to an ended limit is half of its day's pair until the day is closed; what cards paid comes from outside the funds. What was
    // written before there were pairs has none.
    violations: `WITH closed AS (
            SELECT md5(company_id || ' ' || day)::uuid AS pair_id, cards FROM fund_day_closes
            WHERE tenant_id = $1 AND closed_at IS NOT NULL)
          SELECT min(w.remark) || ' ' || min(w.kind) AS what FROM fund_flows w LEFT JOIN closed d ON d.pair_id = w.pair_id
          WHERE w.tenant_id = $1 AND w.pair_id IS NOT NULL
          GROUP BY w.pair_id
          HAVING sum(w.delta) <> coalesce(min(d.cards), 0) AND NOT (count(d.pair_id) = 0 AND bool_and(w.kind = 'REFUND'))
          UNION ALL
          SELECT w.remark || ' ' || w.kind FROM fund_flows w JOIN fund_accounts f ON f.tenant_id = w.tenant_id AND f.id = w.account_id
          WHERE w.tenant_id = $1 AND w.pair_id IS NULL AND f.kind = 'RESERVE' AND w.kind <> 'OPENING'`,
  },
  {
    name: 'linesCreditOnce',
    label: {
      zh: '每条已认领流水对应一笔有效充值或对账调整；每笔成功充值一笔资金流水（金额、公司与银行流水号一致）、一笔卡流水或一笔卡订单付款',
      en: 'Each claimed line has one live top-up or adjustment; each top-up that is done has one flow of the same amount, company and bank number, or one of its card, or pays an order',
    },
    violations: `SELECT 'line ' || l.bank_no AS what FROM statement_lines l
          LEFT JOIN top_ups t ON t.tenant_id = l.tenant_id AND t.statement_line_id = l.id AND t.state IN ('SUBMITTED', 'SUCCESS', 'REFUNDED')
          LEFT JOIN reconciliation_breaks b ON b.tenant_id = l.tenant_id AND b.line_id = l.id AND t.id IS NULL
            AND (b.state IN ('SUBMITTED', 'ADJUSTED') OR b.matched_id IS NOT NULL)
          WHERE l.tenant_id = $1 AND l.direction = 'IN'
            AND CASE l.state WHEN 'CLAIMED' THEN coalesce(t.state, b.state) IS DISTINCT FROM 'SUBMITTED'
              WHEN 'MATCHED' THEN coalesce(t.state, b.state, 'none') IN ('SUBMITTED', 'none') ELSE t.id IS NOT NULL OR b.id IS NOT NULL END
          UNION ALL
          SELECT 'line ' || l.bank_no FROM statement_lines l
          JOIN top_ups t ON t.tenant_id = l.tenant_id AND t.statement_line_id = l.id AND t.state IN ('SUCCESS', 'REFUNDED')
          JOIN reconciliation_breaks b ON b.tenant_id = l.tenant_id AND b.line_id = l.id AND (b.state = 'ADJUSTED' OR b.matched_id IS NOT NULL)
          WHERE l.tenant_id = $1 AND l.direction = 'IN'
          UNION ALL
          SELECT t.top_up_no FROM top_ups t JOIN statement_lines l ON l.tenant_id = t.tenant_id AND l.id = t.statement_line_id
          LEFT JOIN fund_flows w ON w.tenant_id = t.tenant_id AND w.source_id = t.id AND w.kind = 'TOP_UP'
          LEFT JOIN fund_accounts f ON f.tenant_id = w.tenant_id AND f.id = w.account_id
          WHERE t.tenant_id = $1 GROUP BY t.id, t.top_up_no, t.state
          HAVING count(w.id) + (SELECT count(*) FROM card_order_payments y WHERE y.tenant_id = $1 AND y.top_up_id = t.id)
              + (SELECT count(*) FROM card_flows y WHERE y.tenant_id = $1 AND y.source_id = t.id AND y.kind = 'TOP_UP')
              <> CASE WHEN t.state IN ('SUCCESS', 'REVERSED', 'REFUNDED') THEN 1 ELSE 0 END
            OR bool_or(w.id IS NOT NULL AND (w.delta <> t.received OR f.company_id <> t.company_id OR f.kind <> 'ENTERPRISE'
              OR w.external_no IS DISTINCT FROM l.bank_no))
          UNION ALL
          SELECT 'flow ' || w.external_no FROM fund_flows w
          WHERE w.tenant_id = $1 AND w.kind = 'TOP_UP' AND w.external_no IS NOT NULL
            AND NOT EXISTS (SELECT FROM top_ups t WHERE t.tenant_id = w.tenant_id AND t.id = w.source_id AND t.state IN ('SUCCESS', 'REVERSED', 'REFUNDED'))`,
  },
  {
    name: 'reconciliationsHold',
    label: {
      zh: '银行账户各日收支重新计算后不变；已平 ⇔ 无待处理差异；每项已调整差异一笔同额资金流水',
      en: 'What went through an account at a bank on a day, added up again, is the same; balanced = no break waits; an adjusted break has one flow of its amount',
    },
    violations: `SELECT a.name || ' ' || r.day AS what FROM reconciliations r
          JOIN platform_accounts a ON a.tenant_id = r.tenant_id AND a.id = r.account_id AND a.kind = 'BANK'
          LEFT JOIN (SELECT platform_account_id, (created_at AT TIME ZONE 'Asia/Shanghai')::date AS day, sum(delta) AS moved FROM ${through(raw('$1')).sql} GROUP BY 1, 2) f
            ON f.platform_account_id = r.account_id AND f.day = r.day
          WHERE r.tenant_id = $1 AND r.came_in - r.went_out <> coalesce(f.moved, 0)
          UNION ALL
          SELECT a.name || ' ' || r.day || ' ' || r.state FROM reconciliations r
          JOIN platform_accounts a ON a.tenant_id = r.tenant_id AND a.id = r.account_id
          LEFT JOIN (SELECT DISTINCT account_id, day FROM reconciliation_breaks
            WHERE tenant_id = $1 AND state IN ('OPEN', 'SUSPENDED', 'SUBMITTED')) b ON b.account_id = r.account_id AND b.day = r.day
          WHERE r.tenant_id = $1 AND (r.state = 'BROKEN') <> (b.account_id IS NOT NULL)
          UNION ALL
          SELECT b.reference || ' ' || b.state FROM (SELECT * FROM reconciliation_breaks WHERE tenant_id = $1) b
          FULL JOIN (SELECT source_id, platform_account_id, external_no, sum(delta) AS moved FROM fund_flows
            WHERE tenant_id = $1 AND kind = 'ADJUST' AND platform_account_id IS NOT NULL GROUP BY 1, 2, 3) f ON f.source_id = b.id
          WHERE (b.state = 'ADJUSTED' OR f.source_id IS NOT NULL)
            AND (b.state, b.difference, b.account_id, b.reference)
              IS DISTINCT FROM ('ADJUSTED', f.moved, f.platform_account_id, f.external_no)`,
  },
  {
    name: 'frozenIsHolds',
    label: { zh: '冻结金额 = Σ 未使用的冻结', en: 'What is frozen of a balance = what holds hold of it' },
    violations: `SELECT co.name || ' ' || f.kind AS what FROM fund_accounts f
          JOIN companies co ON co.tenant_id = f.tenant_id AND co.id = f.company_id
          LEFT JOIN (SELECT account_id, sum(amount - used) AS held FROM fund_holds WHERE tenant_id = $1 AND state = 'HELD' GROUP BY 1) h
            ON h.account_id = f.id
          WHERE f.tenant_id = $1 AND f.frozen <> coalesce(h.held, 0)`,
  },
  {
    name: 'reserveIsLimits',
    label: {
      zh: '备付金 = 员工可用与冻结额度 + 未日结的企业支付 − 退回额度',
      en: 'Reserve = what limits hold + what was paid from them and not refunded to them, of days that are not closed',
    },
    // Days are open from the opening on; a company that began without one never paid before.
    violations: `WITH reserves AS (
            SELECT f.company_id, f.balance, (o.created_at AT TIME ZONE 'Asia/Shanghai')::date AS opened
            FROM fund_accounts f LEFT JOIN fund_flows o ON o.tenant_id = f.tenant_id AND o.account_id = f.id AND o.kind = 'OPENING'
            WHERE f.tenant_id = $1 AND f.kind = 'RESERVE'),
          closed AS (SELECT company_id, day FROM fund_day_closes WHERE tenant_id = $1 AND closed_at IS NOT NULL),
          held AS (SELECT company_id, sum(available + locked) AS amount FROM limit_accounts WHERE tenant_id = $1 GROUP BY 1),
          paid AS (
            SELECT c.company_id, sum(CASE WHEN c.type = 'REFUND' THEN -c.enterprise ELSE c.enterprise END) AS amount
            FROM consumption_records c LEFT JOIN reserves r ON r.company_id = c.company_id
            LEFT JOIN closed d ON d.company_id = c.company_id AND d.day = (c.paid_at AT TIME ZONE 'Asia/Shanghai')::date
            WHERE c.tenant_id = $1 AND c.state NOT IN ('PROCESSING', 'FAILED') AND c.funded_by = 'LIMIT' AND d.day IS NULL
              AND (c.paid_at AT TIME ZONE 'Asia/Shanghai')::date >= coalesce(r.opened, '-infinity') GROUP BY 1),
          to_ended AS (
            SELECT f.company_id, sum(w.delta) AS amount
            FROM fund_flows w JOIN fund_accounts f ON f.tenant_id = w.tenant_id AND f.id = w.account_id
            LEFT JOIN reserves r ON r.company_id = f.company_id
            LEFT JOIN closed d ON d.company_id = f.company_id AND d.day = (w.created_at AT TIME ZONE 'Asia/Shanghai')::date
            WHERE w.tenant_id = $1 AND w.kind = 'REFUND' AND d.day IS NULL
              AND (w.created_at AT TIME ZONE 'Asia/Shanghai')::date >= coalesce(r.opened, '-infinity') GROUP BY 1)
          SELECT co.name AS what FROM companies co
          LEFT JOIN reserves r ON r.company_id = co.id
          LEFT JOIN held h ON h.company_id = co.id
          LEFT JOIN paid p ON p.company_id = co.id
          LEFT JOIN to_ended e ON e.company_id = co.id
          WHERE co.tenant_id = $1
            AND coalesce(r.balance, 0) <> coalesce(h.amount, 0) + coalesce(p.amount, 0) + coalesce(e.amount, 0)`,
  },
  {
    name: 'daysHold',
    label: {
      zh: '已日结的日子重新计算后不变，其流水与手续费各一次',
      en: 'Closed days added up again are the same, and their money and fees have moved once',
    },
    // A day that was passed over, and one with a payment that came after its close, are found here as well.
    violations: `WITH opened AS (
            SELECT f.company_id, (w.created_at AT TIME ZONE 'Asia/Shanghai')::date AS day
            FROM fund_accounts f JOIN fund_flows w ON w.tenant_id = f.tenant_id AND w.account_id = f.id AND w.kind = 'OPENING'
            WHERE f.tenant_id = $1 AND f.kind = 'RESERVE'),
          paid AS (
            SELECT company_id, (paid_at AT TIME ZONE 'Asia/Shanghai')::date AS day,
              coalesce(sum(enterprise) FILTER (WHERE type <> 'REFUND' AND funded_by = 'LIMIT'), 0) AS consumed,
              coalesce(sum(enterprise) FILTER (WHERE type = 'REFUND' AND funded_by = 'LIMIT'), 0) AS refunded,
              coalesce(sum(CASE type WHEN 'REFUND' THEN -enterprise ELSE enterprise END) FILTER (WHERE funded_by = 'CARD'), 0) AS cards
            FROM consumption_records WHERE tenant_id = $1 AND state NOT IN ('PROCESSING', 'FAILED') AND enterprise > 0 GROUP BY 1, 2),
          to_ended AS (
            SELECT f.company_id, (w.created_at AT TIME ZONE 'Asia/Shanghai')::date AS day, sum(w.delta) AS refunded
            FROM fund_flows w JOIN fund_accounts f ON f.tenant_id = w.tenant_id AND f.id = w.account_id
            WHERE w.tenant_id = $1 AND w.kind = 'REFUND' GROUP BY 1, 2),
          moved AS (
            SELECT f.company_id, w.remark AS day, coalesce(sum(w.delta) FILTER (WHERE f.kind = 'RESERVE'), 0) AS reserve,
              coalesce(sum(w.delta) FILTER (WHERE f.kind = 'SETTLEMENT'), 0) AS settlement,
              coalesce(sum(w.delta) FILTER (WHERE f.kind = 'FEE'), 0) AS fee
            FROM fund_flows w JOIN fund_accounts f ON f.tenant_id = w.tenant_id AND f.id = w.account_id
            WHERE w.tenant_id = $1 AND w.source_type = 'dayClose' GROUP BY 1, 2),
          days AS (SELECT * FROM fund_day_closes WHERE tenant_id = $1)
          SELECT co.name || ' ' || coalesce(d.day, p.day)::text AS what
          FROM days d
          FULL JOIN paid p ON p.company_id = d.company_id AND p.day = d.day
          LEFT JOIN to_ended e ON e.company_id = d.company_id AND e.day = d.day
          LEFT JOIN moved m ON m.company_id = d.company_id AND m.day = d.day::text
          LEFT JOIN opened o ON o.company_id = p.company_id
          JOIN companies co ON co.tenant_id = $1 AND co.id = coalesce(d.company_id, p.company_id)
          WHERE CASE WHEN d.day IS NULL THEN p.day >= coalesce(o.day, '-infinity') AND p.day <= (SELECT max(day) FROM days)
            ELSE (d.consumed, d.refunded_live + d.refunded_dead, d.refunded_dead, d.cards)
                IS DISTINCT FROM (coalesce(p.consumed, 0), coalesce(p.refunded, 0), coalesce(e.refunded, 0), coalesce(p.cards, 0))
              OR coalesce(m.reserve, 0) <> CASE WHEN d.closed_at IS NULL THEN 0 ELSE d.refunded_live - d.consumed END
              OR coalesce(m.settlement, 0)
                <> CASE WHEN d.closed_at IS NULL THEN 0 ELSE d.consumed - d.refunded_live - d.refunded_dead + d.cards END
              OR coalesce(m.fee, 0) <> CASE WHEN d.fee_paid_at IS NULL THEN 0 ELSE d.fee END END`,
  },
];
