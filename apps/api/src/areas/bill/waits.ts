import type { BillWait } from '@xyxlx/contracts/bill-kinds';
import type { Deps } from '../../core/deps.ts';
import type { Session } from '../../core/session.ts';
import { waitingFor } from '../../platform/approval/approval-scope.ts';
import { type Queryable, rowsOf, type Sql, sql } from '../../platform/db/sql.ts';
import { shanghaiMonth } from '../../platform/time/shanghai.ts';
import { visibleBills } from './bill-scope.ts';

/** The kind of approval that an issued bill waits for. */
export const confirmationType = 'billConfirmation';

interface Viewer {
  session: Session;
  deps: Pick<Deps, 'registry' | 'clock'>;
}

/** What the bill `c` waits for, as whoever looks sees it; null once it is settled, and while its month runs. */
export function waitOf({ session, deps: { registry, clock } }: Viewer): Sql {
  const confirmation = registry.approvals.get(confirmationType);
  const isMine = sql`EXISTS (SELECT FROM approvals a WHERE a.tenant_id = c.tenant_id AND a.subject_type = ${confirmationType}
    AND a.subject_id = c.id AND ${waitingFor(session, confirmation ? [confirmation] : [], 'a')})`;
  return sql`CASE c.state WHEN 'OPEN' THEN CASE WHEN c.period < ${shanghaiMonth(clock.businessNow())} THEN 'ISSUE' END
    WHEN 'DISPUTED' THEN 'ANSWER' WHEN 'ANSWERED' THEN 'REISSUE' WHEN 'CONFIRMED' THEN 'SETTLE'
    WHEN 'ISSUED' THEN CASE WHEN ${isMine} THEN 'CONFIRM' ELSE 'OTHERS' END END`;
}

interface Waiting {
  period: string;
  waitsFor: BillWait;
  count: number;
}

/** So many months are told, each with all that its bills wait for. */
const mostRows = 600;

/** What the bills of each month wait for, and how many of them: the newest months first. */
export function countWaits(client: Queryable, viewer: Viewer, filter: Sql): Promise<Waiting[]> {
  return rowsOf<Waiting>(
    client,
    sql`SELECT period, "waitsFor", count(*)::int AS count FROM (
          SELECT c.period, ${waitOf(viewer)} AS "waitsFor" FROM bills c
          WHERE c.state <> 'SETTLED' AND ${visibleBills(viewer.session, 'c')} AND ${filter}) waiting
        WHERE "waitsFor" IS NOT NULL GROUP BY 1, 2 ORDER BY 1 DESC, 2 LIMIT ${mostRows}::int`,
  );
}
