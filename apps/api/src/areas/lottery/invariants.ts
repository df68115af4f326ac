import type { Invariant } from '../area.ts';

/** The invariants of draws. */
export const lotteryInvariants: readonly Invariant[] = [
  {
    name: 'lotteryWithinBudget',
    label: {
      zh: '抽奖：库存 ≥ 0，预算 ≥ Σ 奖品价值（已过期的不计）',
      en: 'Lottery: stock ≥ 0, budget ≥ Σ value of what has not expired',
    },
    violations: `SELECT a.name AS what FROM lottery_activities a
          LEFT JOIN (SELECT activity_id, sum(value) AS given FROM lottery_records
            WHERE tenant_id = $1 AND state <> 'EXPIRED' GROUP BY 1) r ON r.activity_id = a.id
          WHERE a.tenant_id = $1 AND (coalesce(r.given, 0) > a.budget OR a.spent <> coalesce(r.given, 0))
          UNION ALL SELECT p.name FROM lottery_prizes p WHERE p.tenant_id = $1 AND p.stock < 0`,
  },
];
