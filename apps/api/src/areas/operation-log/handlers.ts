import type { operationLog as contract, OperationLogRow } from '@xyxlx/contracts/operation-log';
import { type Column, made, moment, typed, whole } from '../../platform/exports/column.ts';
import { exportFile } from '../../platform/exports/export-file.ts';
import { keysetPage } from '../../platform/paged-list.ts';
import { iso, raw, rowsOf, sql } from '../../platform/sql.ts';
import { recordMissing } from '../../wire/errors.ts';
import type { Handlers } from '../../wire/implement.ts';
import { actionLabel } from './action-label.ts';
import { changesOf } from './changes.ts';
import { logRow, logWhere, sealJoin, visibleLog } from './log-queries.ts';
import { verifyIntegrity } from './verify-integrity.ts';

type Row = Omit<OperationLogRow, 'actionLabel'>;
type Values = Record<string, unknown> | null;

interface Detail {
  row: Row;
  before: Values;
  after: Values;
  seal: { hash: string; previous: string; sealedAt: string } | null;
}

const columns: Column[] = [
  whole({ zh: '序号', en: 'No.' }, 's.seq'),
  moment({ zh: '时间', en: 'Time' }, 'l.created_at'),
  typed({ zh: '操作人', en: 'Actor' }, 'l.actor_name'),
  made({ zh: '角色', en: 'Roles' }, `array_to_string(l.actor_roles, ',')`),
  made({ zh: '模块', en: 'Module' }, 'l.module'),
  made({ zh: '动作', en: 'Action' }, 'l.action'),
  typed({ zh: '对象', en: 'Target' }, 'l.target_label'),
  typed({ zh: '变更前', en: 'Before' }, `coalesce(l.before::text, '')`),
  typed({ zh: '变更后', en: 'After' }, `coalesce(l.after::text, '')`),
  typed({ zh: '原因', en: 'Reason' }, `coalesce(l.reason, '')`),
  made({ zh: 'IP', en: 'IP' }, 'l.ip'),
  typed({ zh: '客户端', en: 'Agent' }, 'l.agent'),
  made({ zh: '追踪号', en: 'Trace id' }, 'l.trace_id'),
];

export const operationLog: Handlers<typeof contract> = {
  queryOperationLog: async ({ input, session, deps }) => {
    const { pageNum, pageSize, cursor, sort, ...filters } = input;
    const page = await keysetPage<Row>(
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
    return { ...page, list: page.list.map(withLabel) };
  },

  getOperationLog: async ({ input, session, deps }) => {
    const [found] = await rowsOf<Detail>(
      deps.database.pool,
      sql`SELECT ${logRow} AS row, l.before, l.after,
            CASE WHEN s.seq IS NOT NULL THEN json_build_object('hash', s.hash, 'previous', s.previous,
              'sealedAt', ${iso('s.sealed_at')}) END AS seal
          FROM operation_logs l ${sealJoin} WHERE l.id = ${input.id}::uuid AND ${visibleLog(session)}`,
    );
    if (!found) throw recordMissing();
    const { row, before, after, seal } = found;
    return { ...withLabel(row), changes: changesOf(before, after), before, after, seal };
  },

  exportOperationLog: async (call) => {
    const { format, ...filters } = call.input;
    return exportFile(call, {
      title: { zh: '操作日志', en: 'Operation log' },
      module: 'operationLog',
      action: 'exportOperationLog',
      format,
      columns,
      from: sql`FROM operation_logs l ${sealJoin} WHERE ${logWhere(call.session, filters)}`,
      orderBy: raw('l.created_at DESC, l.id DESC'),
    });
  },

  verifyIntegrity,
};

function withLabel(row: Row): OperationLogRow {
  return { ...row, actionLabel: actionLabel(row.module, row.action) };
}
