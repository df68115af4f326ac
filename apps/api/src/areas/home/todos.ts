import type { Permission } from '@xyxlx/contracts/permissions';
import type { Session } from '../../core/session.ts';
import { join, type Queryable, rowsOf, type Sql, sql, withinDays } from '../../platform/db/sql.ts';
import { visible, visibleCompanies } from '../../platform/records/scope.ts';
import { dayBefore } from '../../platform/time/shanghai.ts';
import type { Home } from './home.sql.ts';

type Todo = Home['todos'][number];

/** So many days, with today, a failed batch is a matter of: nothing ends that state, and what failed goes out with another sheet. */
const failedDays = 7;

/** What waits for somebody and is no approval (those are `approval/todoCount`), and who may act on it. */
function kindsFor(
  session: Session,
  today: string,
): { kind: Todo['kind']; permission: Permission; since?: string; count: Sql }[] {
  const rows = visible(session, 'c');
  const failedSince = dayBefore(today, failedDays - 1);
  return [
    {
      kind: 'batchReady',
      permission: 'limit.upload',
      count: sql`FROM limit_batches c WHERE c.state = 'READY' AND ${rows}`,
    },
    {
      kind: 'batchFailed',
      permission: 'limit.upload',
      since: failedSince,
      count: sql`FROM limit_batches c WHERE c.state IN ('FAILED', 'PARTLY_DONE', 'STOPPED')
        AND ${withinDays('c.created_at', failedSince, undefined)} AND ${rows}`,
    },
    {
      kind: 'billDisputed',
      permission: 'bill.issue',
      count: sql`FROM bills c WHERE c.state = 'DISPUTED' AND ${rows}`,
    },
    {
      kind: 'lotteryFailed',
      permission: 'lottery.award',
      count: sql`FROM lottery_records c WHERE c.state = 'FAILED' AND ${rows}`,
    },
    {
      kind: 'fundLow',
      permission: 'fund.view',
      count: sql`FROM fund_accounts f WHERE f.balance - f.frozen < f.threshold AND ${visibleCompanies(session, 'f')}`,
    },
  ];
}

/** The caller's to-dos: only kinds they may act on, only where there is something. */
export async function todosOf(client: Queryable, session: Session, today: string): Promise<Todo[]> {
  const kinds = kindsFor(session, today).filter(({ permission }) => session.permissions.has(permission));
  if (kinds.length === 0) return [];
  const counts = kinds.map(
    ({ kind, since = null, count }) =>
      sql`SELECT ${kind}::text AS kind, ${since}::text AS since, count(*)::int AS count ${count}`,
  );
  const rows = await rowsOf<Todo>(client, sql`${join(counts, ' UNION ALL ')}`);
  return rows.filter(({ count }) => count > 0);
}
