import type { Invariant } from '../area.ts';

/** The invariants of limits. */
export const limitInvariants: readonly Invariant[] = [
  {
    name: 'limitAddsUp',
    label: {
      zh: '额度：总额 = 可用 + 冻结 + 已用 + 已回收，均不为负',
      en: 'Limit: total = available + locked + used + recovered, all ≥ 0',
    },
    violations: `SELECT e.employee_no || ' ' || e.name AS what FROM limit_accounts l
          JOIN employees e ON e.tenant_id = l.tenant_id AND e.id = l.employee_id
          WHERE l.tenant_id = $1 AND (l.total <> l.available + l.locked + l.used + l.recovered
            OR least(l.available, l.locked, l.used, l.recovered) < 0)`,
  },
  {
    name: 'adjustmentChainUnbroken',
    label: {
      zh: '调额记录：后 = 前 + 变动，链条无缺口，止于账户现值',
      en: 'Adjustments: after = before + delta, no gap, ending at what the account has',
    },
    violations: `SELECT e.employee_no || ' #' || w.seq AS what
          FROM (SELECT a.*, lag(a.after, 1, 0::bigint) OVER c AS previous, row_number() OVER c AS n,
                  lead(a.seq) OVER c IS NULL AS last FROM limit_adjustments a
                WHERE a.tenant_id = $1 WINDOW c AS (PARTITION BY a.account_id ORDER BY a.seq)) w
          JOIN limit_accounts l ON l.tenant_id = w.tenant_id AND l.id = w.account_id
          JOIN employees e ON e.tenant_id = w.tenant_id AND e.id = w.employee_id
          WHERE w.after <> w.before + w.delta OR w.before <> w.previous OR w.seq <> w.n
            OR (w.last AND (w.seq <> l.adjust_seq OR w.after <> l.available + l.used))
          UNION ALL
          SELECT e.employee_no || ' ' || e.name FROM limit_accounts l
          JOIN employees e ON e.tenant_id = l.tenant_id AND e.id = l.employee_id
          WHERE l.tenant_id = $1 AND l.adjust_seq = 0 AND l.total <> 0`,
  },
  {
    name: 'ledgerIsLimits',
    label: {
      zh: '商户流水合计 = 员工可用与冻结额度合计',
      en: "A merchant's ledger = what its employees may still spend",
    },
    violations: `SELECT m.merchant_no || ' ' || m.name AS what FROM merchants m
          LEFT JOIN (SELECT merchant_id, sum(available + locked) AS left_over FROM limit_accounts
            WHERE tenant_id = $1 GROUP BY 1) l ON l.merchant_id = m.id
          LEFT JOIN (SELECT merchant_id, sum(amount) AS moved FROM merchant_ledger
            WHERE tenant_id = $1 GROUP BY 1) g ON g.merchant_id = m.id
          WHERE m.tenant_id = $1 AND coalesce(l.left_over, 0) <> coalesce(g.moved, 0)`,
  },
  {
    name: 'lotsAddUp',
    label: {
      zh: '额度批：金额 = 可用 + 冻结 + 已用 + 已回收 + 已作废，已用 = 支付取用 − 退回',
      en: 'Lots: amount = available + locked + used + recovered + voided; used = what payments took − what came back',
    },
    violations: `SELECT e.employee_no || ' ' || b.batch_no || ' #' || o.row_no AS what FROM limit_lots o
          JOIN issue_batches b ON b.tenant_id = o.tenant_id AND b.id = o.batch_id
          JOIN limit_accounts l ON l.tenant_id = o.tenant_id AND l.id = o.account_id
          JOIN employees e ON e.tenant_id = l.tenant_id AND e.id = l.employee_id
          LEFT JOIN (SELECT lot_id, sum(amount - returned) AS spent FROM lot_spends WHERE tenant_id = $1 GROUP BY 1) s ON s.lot_id = o.id
          WHERE o.tenant_id = $1 AND (o.amount <> o.available + o.locked + o.used + o.recovered + o.voided
            OR least(o.available, o.locked, o.used, o.recovered, o.voided) < 0 OR o.used <> coalesce(s.spent, 0))`,
  },
  {
    name: 'lotsAreTheAccount',
    label: {
      zh: '员工额度批合计 = 账户的限时可用与限时冻结',
      en: "An employee's lots = what the account has of lots, available and locked",
    },
    violations: `SELECT e.employee_no || ' ' || e.name AS what FROM limit_accounts l
          JOIN employees e ON e.tenant_id = l.tenant_id AND e.id = l.employee_id
          LEFT JOIN (SELECT account_id, sum(available) AS available, sum(locked) AS locked FROM limit_lots
            WHERE tenant_id = $1 GROUP BY 1) o ON o.account_id = l.id
          WHERE l.tenant_id = $1 AND (l.lot_available <> coalesce(o.available, 0) OR l.lot_locked <> coalesce(o.locked, 0))`,
  },
  {
    name: 'nothingSpentAfterEnd',
    label: { zh: '到期或结束的额度批没有之后的支付', en: 'No payment takes from a lot after its end' },
    violations: `SELECT c.payment_no AS what FROM lot_spends s
          JOIN consumption_records c ON c.tenant_id = s.tenant_id AND c.id = s.consumption_id
          JOIN limit_lots o ON o.tenant_id = s.tenant_id AND o.id = s.lot_id
          WHERE s.tenant_id = $1 AND (c.paid_at >= o.expires_at OR c.paid_at > o.ended_at)`,
  },
];
