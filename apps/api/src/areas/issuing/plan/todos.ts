import type { Session } from '../../../core/session.ts';
import { type Sql, sql } from '../../../platform/db/sql.ts';
import { companyBehindSql } from '../../../platform/fund/fund.ts';
import { visible, visibleInTenant } from '../../../platform/records/scope.ts';
import type { Todo } from '../../area.ts';

/** SQL of whether an enabled plan `c` is of a company whose fund has less free than its plans are to issue within seven days. */
export function isShort(session: Session): Sql {
  const own = companyBehindSql(sql`c.tenant_id`, sql`c.merchant_id`);
  const each = companyBehindSql(sql`w.tenant_id`, sql`w.merchant_id`);
  return sql`c.state = 'ENABLED' AND c.week_amount > 0 AND (c.tenant_id, ${own}) IN (
    SELECT s.tenant_id, s.company_id
    FROM (SELECT w.tenant_id, ${each} AS company_id, sum(w.week_amount) AS needed FROM issue_plans w
      WHERE w.state = 'ENABLED' AND ${visibleInTenant(session, 'w')} GROUP BY 1, 2) s
    JOIN fund_accounts f ON f.tenant_id = s.tenant_id AND f.company_id = s.company_id AND f.kind = 'ENTERPRISE'
    WHERE s.needed > f.balance - f.frozen)`;
}

/** What keeps plans from running soon. */
export const planTodos: readonly Todo[] = [
  {
    kind: 'planShort',
    permission: 'creditlimit.issue',
    count: (session) => ({
      from: sql`FROM issue_plans c WHERE ${isShort(session)} AND ${visible(session, 'c')}`,
    }),
  },
  {
    kind: 'calendarMissing',
    permission: 'creditlimit.calendar',
    count: ({ tenantId }, today) => {
      const year = Number(today.slice(0, 4));
      const next = sql`BETWEEN ${`${year + 1}-01-01`}::date AND ${`${year + 1}-12-31`}::date`;
      return {
        from: sql`FROM tenants t WHERE t.id = ${tenantId}::uuid AND ${today}::date >= ${`${year}-12-01`}::date
          AND NOT EXISTS (SELECT FROM national_days n WHERE n.day ${next})
          AND NOT EXISTS (SELECT FROM work_days d WHERE d.tenant_id = ${tenantId}::uuid AND d.day ${next})`,
      };
    },
  },
];
