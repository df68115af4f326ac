import { job as contract } from '@xyxlx/contracts/job';
import type { Session } from '../../core/session.ts';
import { sql } from '../../platform/db/sql.ts';
import { columnsInFile } from '../../platform/imports/columns-in-file.ts';
import type {
  ImportColumn,
  ImportDefinition,
  ImportPayload,
} from '../../platform/imports/import-definition.ts';
import type { StagedProblem } from '../../platform/imports/stage-rows.ts';
import { hasId, oneOf } from '../../platform/lists/conditions.ts';
import { listOf } from '../../platform/lists/list.ts';
import { inPageOrder, keyRow, type PageKey } from '../../platform/lists/page-keys.ts';
import { maskMobile } from '../../platform/security/mask.ts';
import { visibleJobs, visibleJobsOf } from './job-access.ts';
import { type JobRow, presentJob } from './present-job.ts';

/** The jobs that one may see. */
export const jobs = listOf(contract.queryJob, {
  from: 'jobs',
  alias: 'j',
  scope: visibleJobs,
  filters: {
    kind: oneOf('j.kind'),
    state: oneOf('j.state'),
    mine: (only, { session }) => only && sql`j.created_by_id = ${session.userId}::uuid`,
  },
  sort: { createdAt: { column: 'j.created_at', type: 'timestamptz' } },
  usual: ['createdAt', 'desc'],
  row: keyRow('j'),
  present: async (keys: PageKey[], { session, deps }) => {
    const rows = await visibleJobsOf(
      deps.database.pool,
      session,
      keys.map(({ id }) => id),
    );
    return inPageOrder(keys, rows).map((row) => presentJob(deps, session.userId, row));
  },
});

/** A row of an uploaded file as it was read. */
interface StagedRow {
  row: number;
  cells: string[];
  original: string[] | null;
  problems: StagedProblem[] | null;
  note: string | null;
}

/** The rows of an uploaded file, with what is personal in them masked, but what is to be mended is shown to who uploaded it. */
export function importRowsOf({ columns }: ImportDefinition, { payload, createdById }: JobRow) {
  const places = columnsInFile(columns, (payload as ImportPayload).header);
  const byKey = new Map(columns.map((column) => [column.key, column]));
  const masked = (value: string, column: ImportColumn | undefined) =>
    column?.personal && value !== '' ? maskMobile(value) : value;
  const mendedBy = ({ userId }: Session) => (userId === createdById ? (value: string) => value : masked);
  return listOf(contract.queryImportRow, {
    from: 'import_rows',
    alias: 'r',
    primaryKey: ['tenant_id', 'job_id', 'row_no'],
    id: 'job_id',
    scope: ({ tenantId }) => sql`r.tenant_id = ${tenantId}::uuid`,
    filters: {
      id: hasId('r.job_id'),
      only: (which) => (which === 'bad' ? sql`r.problems IS NOT NULL` : sql`r.problems IS NULL`),
    },
    sort: { row: { column: 'r.row_no', type: 'int' } },
    usual: ['row', 'asc'],
    row: sql`json_build_object('row', r.row_no, 'cells', r.cells, 'original', r.original, 'problems', r.problems, 'note', r.note)`,
    present: (rows: StagedRow[], { session }) => {
      const shown = mendedBy(session);
      return rows.map(({ cells, original, problems, ...rest }) => ({
        ...rest,
        cells: cells.map((cell, index) => masked(cell, columns[index])),
        typed:
          problems && places.map((place, index) => shown((original ?? cells)[place] ?? '', columns[index])),
        problems: (problems ?? []).map(({ column, value, reason }) => ({
          column: byKey.get(column)?.label ?? { zh: column, en: column },
          value: shown(value, byKey.get(column)),
          reason,
        })),
      }));
    },
  });
}
