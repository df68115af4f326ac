import { paths } from '@xyxlx/contracts/paths';
import { type CalendarKind, type CalendarLayer, calendarKindWords } from '@xyxlx/contracts/work-calendar';
import { Refusal } from '../../core/errors.ts';
import { operationOf } from '../../core/operation.ts';
import { rowOf, rowsOf, sql } from '../../platform/db/sql.ts';
import type { ImportDefinition, ImportRun } from '../../platform/imports/import-definition.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { readDay } from '../read-day.ts';
import { alreadyIssued, hasIssuedBy, isChange, lookAtPlans, writeDays } from './day.sql.ts';

/** Whose calendar the days are put into. */
export interface DayImport {
  layer: CalendarLayer;
}

/** Days of a calendar from a file; what stood there of them before is replaced. */
export const dayImport: ImportDefinition<DayImport> = {
  kind: 'importDay',
  title: { zh: '工作日历导入', en: 'Work calendar import' },
  permission: 'creditlimit.calendar',
  page: () => paths.workCalendar,
  maxRows: 2_000,
  // One step: a year is published as a whole.
  batch: 2_000,
  columns: [
    { key: 'day', label: { zh: '日期', en: 'Day' }, required: true, unique: true, read: readDay },
    { key: 'kind', label: { zh: '放假/上班', en: 'Off/work' }, required: true, read: readKind },
    { key: 'name', label: { zh: '名称', en: 'Name' }, required: true, maxLength: 20 },
  ],

  check: async (tx, run) => {
    await refuseIssued(run);
    const { off, work } = await rowOf<{ off: number; work: number }>(
      tx,
      sql`SELECT count(*) FILTER (WHERE kind = 'OFF')::int AS off, count(*) FILTER (WHERE kind = 'WORK')::int AS work FROM (${given(run)}) g`,
    );
    return [
      { label: { zh: '放假天数', en: 'Days off' }, value: off, unit: 'count' },
      { label: { zh: '调休上班天数', en: 'Days worked' }, value: work, unit: 'count' },
    ];
  },

  apply: async (tx, run) => {
    await refuseIssued(run);
    const { tenantId, userName } = run.actor.session;
    const { layer } = run.params;
    const rows = await rowsOf(tx, sql`${writeDays(layer, tenantId, given(run), userName)} RETURNING day`);
    await rowsOf(tx, lookAtPlans(layer, tenantId));
    await logChange(
      tx,
      { ...run.actor, operation: operationOf('workCalendar', 'importDay') },
      { tenantId, id: tenantId, label: layer, after: { days: rows.length, jobId: run.jobId } },
    );
  },
};

/** SELECT of the good rows' days. */
function given({ rows, cell }: ImportRun<DayImport>) {
  return sql`SELECT ${cell('day')}::date AS day, ${cell('kind')} AS kind, ${cell('name')} AS name FROM import_rows r WHERE ${rows}`;
}

async function refuseIssued({
  rows,
  cell,
  refuse,
  params: { layer },
  actor,
}: ImportRun<DayImport>): Promise<void> {
  const { tenantId } = actor.session;
  const day = sql`${cell('day')}::date`;
  await refuse(
    'day',
    alreadyIssued,
    sql`SELECT r.row_no FROM import_rows r WHERE ${rows}
      AND ${isChange(layer, tenantId, sql`(${day}, ${cell('kind')}, ${cell('name')})`)} AND ${hasIssuedBy(layer, tenantId, day)}`,
  );
}

const kinds = new Map<string, CalendarKind>(
  Object.entries(calendarKindWords).flatMap(([kind, { zh, en }]) =>
    [zh, en.toLowerCase(), kind.toLowerCase()].map((word) => [word, kind as CalendarKind] as const),
  ),
);

function readKind(text: string): string {
  const kind = kinds.get(text.toLowerCase());
  if (kind) return kind;
  throw new Refusal({ zh: '应为“放假”或“上班”', en: 'Neither off nor work' });
}
