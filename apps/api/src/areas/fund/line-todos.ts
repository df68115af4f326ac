import { sql } from '../../platform/db/sql.ts';
import type { Todo } from '../area.ts';
import { visibleLines } from './line.sql.ts';

/** What came in and belongs to nobody yet. */
export const lineTodos: readonly Todo[] = [
  {
    kind: 'lineUnclaimed',
    permission: 'topup.edit',
    count: (session) => ({
      from: sql`FROM statement_lines c WHERE c.state = 'UNCLAIMED' AND ${visibleLines(session, 'c')}`,
    }),
  },
];
