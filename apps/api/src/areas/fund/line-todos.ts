import { sql } from '../../platform/db/sql.ts';
import type { Todo } from '../area.ts';
import { visibleLines } from './line.sql.ts';

/** What came in and belongs to nobody yet, and days on which books and statement differ. */
export const lineTodos: readonly Todo[] = [
  {
    kind: 'lineUnclaimed',
    permission: 'topup.edit',
    count: (session) => ({
      from: sql`FROM statement_lines c WHERE c.state = 'UNCLAIMED' AND ${visibleLines(session, 'c')}`,
    }),
  },
  {
    kind: 'dayBroken',
    permission: 'fund.reconcile',
    count: (session) => ({
      from: sql`FROM reconciliations c WHERE c.state = 'BROKEN' AND ${visibleLines(session, 'c')}`,
    }),
  },
];
