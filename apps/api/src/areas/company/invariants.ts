import type { Invariant } from '../area.ts';

/** The invariants of the funds of companies. */
export const companyInvariants: readonly Invariant[] = [
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
];
