import type { operationLog as contract, OperationLogRow } from '@xyxlx/contracts/operation-log';
import { recordMissing } from '../../core/errors.ts';
import { iso, rowsOf, sql } from '../../platform/db/sql.ts';
import { exportFile } from '../../platform/exports/export-file.ts';
import { keysetPage } from '../../platform/lists/paged-list.ts';
import { byId } from '../../platform/records/scope.ts';
import type { Handlers } from '../../wire/implement.ts';
import type { Registry } from '../registry.ts';
import { actionLabel, loggedActions } from './action-label.ts';
import { changesOf } from './changes.ts';
import { logExport } from './log-export.ts';
import { actorsWhere, logRow, logWhere, sealJoin, visibleLog } from './log-queries.ts';
import { verifyIntegrity } from './verify-integrity.ts';

type Row = Omit<OperationLogRow, 'actionLabel'>;
type Values = Record<string, unknown> | null;

interface Detail {
  row: Row;
  before: Values;
  after: Values;
  seal: { hash: string; previous: string; sealedAt: string } | null;
}

export const operationLog: Handlers<typeof contract> = {
  queryOperationLog: async ({ input, session, deps }) => {
    const { pageNum, pageSize, cursor, sort, ...filters } = input;
    const found = await keysetPage<Row>(
      deps.database.pool,
      {
        table: 'operation_logs',
        alias: 'l',
        key: { column: 'created_at', type: 'timestamptz' },
        descending: sort?.order !== 'asc',
        where: logWhere(session, filters),
        joins: sealJoin,
        row: logRow,
      },
      { pageNum, pageSize, cursor },
    );
    const page = found.parse();
    return { ...page, list: page.list.map((row) => withLabel(row, deps.registry)) };
  },

  getOperationLog: async ({ input, session, deps }) => {
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
  },

  queryLogActor: async ({ input, session, deps }) =>
    rowsOf(
      deps.database.pool,
      sql`SELECT u.id, u.name FROM users u WHERE ${actorsWhere(session, input.keyword)} ORDER BY u.name, u.id LIMIT 50`,
    ),

  queryLogAction: async ({ deps }) => loggedActions(deps.registry.steps),

  exportOperationLog: (call) => exportFile(call, logExport),

  verifyIntegrity,
};

function withLabel(row: Row, { steps }: Registry): OperationLogRow {
  return { ...row, actionLabel: actionLabel(steps, row.module, row.action) };
}
