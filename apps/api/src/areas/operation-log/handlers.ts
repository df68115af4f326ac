import type { operationLog as contract } from '@xyxlx/contracts/operation-log';
import { recordMissing } from '../../core/errors.ts';
import { fromCopy } from '../../platform/db/read-copy.ts';
import { iso, rowsOf, sql } from '../../platform/db/sql.ts';
import { exportFile } from '../../platform/exports/export-file.ts';
import { queryList } from '../../platform/lists/query-list.ts';
import { byId } from '../../platform/records/scope.ts';
import type { Handlers } from '../../wire/implement.ts';
import { loggedActions } from './action-label.ts';
import { changesOf } from './changes.ts';
import { logExport } from './log-export.ts';
import {
  actorsWhere,
  logLines,
  logRow,
  sealJoin,
  type Unlabelled,
  visibleLog,
  withLabel,
} from './log-queries.ts';
import { verifyIntegrity } from './verify-integrity.ts';

type Values = Record<string, unknown> | null;

interface Detail {
  row: Unlabelled;
  before: Values;
  after: Values;
  seal: { hash: string; previous: string; sealedAt: string } | null;
}

export const operationLog: Handlers<typeof contract> = {
  queryOperationLog: fromCopy((call) => queryList(call, logLines)),

  getOperationLog: fromCopy(async ({ input, session, deps }) => {
    const [found] = await rowsOf<Detail>(
      deps.database.pool,
      sql`SELECT ${logRow} AS row, l.before, l.after,
            CASE WHEN s.seq IS NOT NULL THEN json_build_object('hash', s.hash, 'previous', s.previous,
              'sealedAt', ${iso('s.sealed_at')}) END AS seal
          FROM operation_logs l ${sealJoin} 
          WHERE ${byId(session, 'l', input.id)} AND ${visibleLog(session)}`,
    );
    if (!found) throw recordMissing();
    const { row, before, after, seal } = found;
    return { ...withLabel(row, deps.registry), changes: changesOf(before, after), before, after, seal };
  }),

  queryLogActor: async ({ input, session, deps }) =>
    rowsOf(
      deps.database.pool,
      sql`SELECT u.id, u.name FROM users u WHERE ${actorsWhere(session, input.keyword)} ORDER BY u.name, u.id LIMIT 50`,
    ),

  queryLogAction: async ({ deps }) => loggedActions(deps.registry.steps),

  exportOperationLog: (call) => exportFile(call, logExport),

  verifyIntegrity,
};
