import type { Invariant } from '../area.ts';
import { businessBalances, mirroredRoles } from './business-balances.ts';

/** What accounts that follow from the business alone have in the books is what the business has, company by company. */
export const controlledAccountsMirror: Invariant = {
  name: 'controlledAccountsMirror',
  label: {
    zh: '受控科目余额 = 业务余额（企业资金、员工额度、卡余额、商户结算、预收卡订单、待认领款），逐公司',
    en: 'Controlled accounts = what the business has: funds, limits, cards, settlements, orders of cards, unclaimed receipts, company by company',
  },
  violations: `WITH books AS (
      SELECT k.role, k.company_id, sum(k.amount) AS balance FROM ledger_postings p
      CROSS JOIN LATERAL (VALUES (p.debit_role, p.company_id, -p.amount), (p.credit_role, coalesce(p.counter_company_id, p.company_id), p.amount))
        k(role, company_id, amount)
      WHERE p.tenant_id = $1 AND k.role = ANY('{${mirroredRoles}}') GROUP BY 1, 2),
    ${businessBalances}
    SELECT coalesce(c.name, '-') || ' ' || coalesce(g.role, b.role) || ' ' || coalesce(g.balance, 0) || ' <> ' || coalesce(b.balance, 0) AS what
    FROM books g FULL JOIN business b ON b.role = g.role AND b.company_id = g.company_id
    LEFT JOIN companies c ON c.tenant_id = $1 AND c.id = coalesce(g.company_id, b.company_id)
    WHERE coalesce(g.balance, 0) <> coalesce(b.balance, 0)`,
};
