import { sql } from '../../platform/db/sql.ts';
import { fromDay } from '../../platform/lists/conditions.ts';
import { visible } from '../../platform/records/scope.ts';
import { dayBefore } from '../../platform/time/shanghai.ts';
import type { Todo } from '../area.ts';

/** So many days, with today, a batch that failed is a matter of: nothing need end that state. */
const failedDays = 7;

/** The batches that somebody has to go on with, by hand or of a plan. */
export const issueTodos: readonly Todo[] = [
  {
    kind: 'issueFailed',
    permission: 'creditlimit.issue',
    count: (session, today) => {
      const since = dayBefore(today, failedDays - 1);
      return {
        since,
        from: sql`FROM issue_batches c WHERE c.state IN ('FAILED', 'PARTLY_DONE', 'STOPPED')
          AND ${fromDay('c.created_at')(since)} AND ${visible(session, 'c')}`,
      };
    },
  },
];
