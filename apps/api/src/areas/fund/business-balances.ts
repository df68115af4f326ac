import type { LedgerRole } from '@xyxlx/contracts/ledger-roles';
import { unnamed } from './postings.ts';

/** The roles of `business`. */
export const mirroredRoles: LedgerRole[] = ['FUND', 'LIMIT', 'CARD', 'SETTLEMENT', 'ORDER', 'UNCLAIMED'];

/** The day of an instant in Asia/Shanghai. */
const dayOf = (column: string) => `(${column} AT TIME ZONE 'Asia/Shanghai')::date`;

/**
 * What the tenant `$1` has by its own tables where an account of the books follows from them, company by company: the CTE `business` (role,
 * company_id, balance in fen) and those it needs.
 *
 * Of a day that is not closed, what was paid from limits and not refunded is owed and not in 待结算 yet. What was paid before the opening is
 * settled. Days are closed in their order, so that payments are read from the first open day on alone; the end without an end makes the database
 * count on few.
 */
export const businessBalances = `opened AS (
      SELECT f.company_id, ${dayOf('o.created_at')} AS day FROM fund_accounts f
      JOIN fund_flows o ON o.tenant_id = f.tenant_id AND o.account_id = f.id AND o.kind = 'OPENING'
      WHERE f.tenant_id = $1 AND f.kind = 'RESERVE'),
    open_days AS (
      SELECT coalesce(least(min(day) FILTER (WHERE closed_at IS NULL), max(day) + 1), '-infinity')::timestamp AT TIME ZONE 'Asia/Shanghai' AS since
      FROM fund_day_closes WHERE tenant_id = $1),
    parts AS (
      SELECT CASE f.kind WHEN 'ENTERPRISE' THEN 'FUND' ELSE 'SETTLEMENT' END AS role, f.company_id, f.balance
      FROM fund_accounts f WHERE f.tenant_id = $1 AND f.kind IN ('ENTERPRISE', 'SETTLEMENT')
      UNION ALL
      SELECT 'LIMIT', company_id, available + locked FROM limit_accounts WHERE tenant_id = $1
      UNION ALL
      SELECT 'ORDER', company_id, paid - refunded - CASE WHEN earned_at IS NULL THEN 0 ELSE fee - refunded_fee END FROM card_orders WHERE tenant_id = $1 AND paid > 0
      UNION ALL
      SELECT 'ORDER', w.company_id, -w.delta FROM card_flows w
      JOIN cards k ON k.tenant_id = w.tenant_id AND k.id = w.card_id AND k.order_line_id IS NOT NULL
      WHERE w.tenant_id = $1 AND w.kind = 'LOAD'
      UNION ALL
      SELECT 'CARD', company_id, balance FROM cards WHERE tenant_id = $1 AND balance > 0
      UNION ALL
      SELECT 'SETTLEMENT', c.company_id, CASE c.type WHEN 'REFUND' THEN -c.enterprise ELSE c.enterprise END
      FROM consumption_records c LEFT JOIN opened o ON o.company_id = c.company_id
      LEFT JOIN fund_day_closes d ON d.tenant_id = c.tenant_id AND d.company_id = c.company_id AND d.day = ${dayOf('c.paid_at')}
        AND d.closed_at IS NOT NULL
      WHERE c.tenant_id = $1 AND c.state NOT IN ('PROCESSING', 'FAILED') AND d.day IS NULL
        AND c.paid_at >= (SELECT since FROM open_days) AND c.paid_at <= 'infinity'
        AND ${dayOf('c.paid_at')} >= coalesce(o.day, '-infinity')
      UNION ALL
      SELECT 'UNCLAIMED', a.company_id, l.amount FROM statement_lines l
      JOIN platform_accounts a ON a.tenant_id = l.tenant_id AND a.id = l.account_id
      WHERE l.tenant_id = $1 AND l.state IN ('UNCLAIMED', 'CLAIMED') AND ${unnamed('l')}),
    business AS (SELECT role, company_id, sum(balance) AS balance FROM parts GROUP BY 1, 2)`;
