import type { Invariant } from '../area.ts';

/** The invariants of merchants. */
export const merchantInvariants: readonly Invariant[] = [
  {
    name: 'limitsFollowTheirMerchant',
    label: {
      zh: '员工额度由其商户所属公司支付，迁移中的除外',
      en: "Limits are paid for by their merchant's company, but for those on their way",
    },
    violations: `SELECT DISTINCT m.merchant_no || ' ' || m.name AS what FROM merchants m
          JOIN limit_accounts l ON l.tenant_id = m.tenant_id AND l.merchant_id = m.id AND l.company_id <> m.company_id
          WHERE m.tenant_id = $1 AND NOT EXISTS (SELECT FROM merchant_moves v
            WHERE v.tenant_id = m.tenant_id AND v.merchant_id = m.id AND v.from_company_id = l.company_id AND v.finished_at IS NULL)`,
  },
];
