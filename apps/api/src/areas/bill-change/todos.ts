import { sql } from '../../platform/db/sql.ts';
import { fromDay } from '../../platform/lists/conditions.ts';
import { visible } from '../../platform/records/scope.ts';
import { dayBefore } from '../../platform/time/shanghai.ts';
import type { Todo } from '../area.ts';

/** So many days, with today, a failed batch is a matter of: nothing ends that state, and what failed goes out with another sheet. */
const failedDays = 7;

/** The batches that somebody has to go on with. */
export const batchTodos: readonly Todo[] = [
  {
    kind: 'batchReady',
    permission: 'limit.upload',
    count: (session) => ({
      from: sql`FROM limit_batches c WHERE c.state = 'READY' AND ${visible(session, 'c')}`,
    }),
  },
  {
    kind: 'batchFailed',
    permission: 'limit.upload',
    count: (session, today) => {
      const since = dayBefore(today, failedDays - 1);
      return {
        since,
        from: sql`FROM limit_batches c WHERE c.state IN ('FAILED', 'PARTLY_DONE', 'STOPPED')
          AND ${fromDay('c.created_at')(since)} AND ${visible(session, 'c')}`,
      };
    },
  },
];
