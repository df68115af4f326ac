import type { Invariant } from '../area.ts';
import { unnamed } from './postings.ts';

/** The day of an instant in Asia/Shanghai. */
const dayOf = (column: string) => `(${column} AT TIME ZONE 'Asia/Shanghai')::date`;

/**
 * What accounts that follow from the business alone have in the books is what the business has, company by company. Cards and their orders
 * have no tables to compare with yet.
 */
export const controlledAccountsMirror: Invariant = {
  name: 'controlledAccountsMirror',
  label: {
    zh: '受控科目余额 = 业务余额（企业资金、员工额度、商户结算、待认领款），逐公司',
    en: 'Controlled accounts = what the business has: funds, limits, settlements, unclaimed receipts, company by company',
  },
  // Of a day that is not closed, what was paid from limits and not refunded is owed and not in 待结算 yet. What was paid before the opening is settled.
  violations: `WITH books AS (
      SELECT k.role, k.company_id, sum(k.amount) AS balance FROM ledger_postings p
      CROSS JOIN LATERAL (VALUES (p.debit_role, p.company_id, -p.amount), (p.credit_role, coalesce(p.counter_company_id, p.company_id), p.amount))
        k(role, company_id, amount)
      WHERE p.tenant_id = $1 AND k.role IN ('FUND', 'LIMIT', 'SETTLEMENT', 'UNCLAIMED') GROUP BY 1, 2),
    opened AS (
      SELECT f.company_id, ${dayOf('o.created_at')} AS day FROM fund_accounts f
      JOIN fund_flows o ON o.tenant_id = f.tenant_id AND o.account_id = f.id AND o.kind = 'OPENING'
      WHERE f.tenant_id = $1 AND f.kind = 'RESERVE'),
    parts AS (
      SELECT CASE f.kind WHEN 'ENTERPRISE' THEN 'FUND' ELSE 'SETTLEMENT' END AS role, f.company_id, f.balance
      FROM fund_accounts f WHERE f.tenant_id = $1 AND f.kind IN ('ENTERPRISE', 'SETTLEMENT')
      UNION ALL
      SELECT 'LIMIT', company_id, available + locked FROM limit_accounts WHERE tenant_id = $1
      UNION ALL
      SELECT 'SETTLEMENT', c.company_id, CASE c.type WHEN 'REFUND' THEN -c.enterprise ELSE c.enterprise END
      FROM consumption_records c LEFT JOIN opened o ON o.company_id = c.company_id
      LEFT JOIN fund_day_closes d ON d.tenant_id = c.tenant_id AND d.company_id = c.company_id AND d.day = ${dayOf('c.paid_at')}
        AND d.closed_at IS NOT NULL
      WHERE c.tenant_id = $1 AND c.state NOT IN ('PROCESSING', 'FAILED') AND d.day IS NULL
        AND ${dayOf('c.paid_at')} >= coalesce(o.day, '-infinity')
      UNION ALL
      SELECT 'UNCLAIMED', a.company_id, l.amount FROM statement_lines l
      JOIN platform_accounts a ON a.tenant_id = l.tenant_id AND a.id = l.account_id
      WHERE l.tenant_id = $1 AND l.state IN ('UNCLAIMED', 'CLAIMED') AND ${unnamed('l')}),
    business AS (SELECT role, company_id, sum(balance) AS balance FROM parts GROUP BY 1, 2)
    SELECT coalesce(c.name, '-') || ' ' || coalesce(g.role, b.role) || ' ' || coalesce(g.balance, 0) || ' <> ' || coalesce(b.balance, 0) AS what
    FROM books g FULL JOIN business b ON b.role = g.role AND b.company_id = g.company_id
    LEFT JOIN companies c ON c.tenant_id = $1 AND c.id = coalesce(g.company_id, b.company_id)
    WHERE coalesce(g.balance, 0) <> coalesce(b.balance, 0)`,
};
