import type { Readable } from 'node:stream';
import type { FileFormat } from '@xyxlx/contracts/file-format';
import type pg from 'pg';
import type { Deps } from '../../core/deps.ts';
import { Refusal } from '../../core/errors.ts';
import type { Language } from '../../core/language.ts';
import type { Session } from '../../core/session.ts';
import { isDatabaseUnavailable } from '../db/database-unavailable.ts';
import { onCopy } from '../db/read-copy.ts';
import { join, rowOf, type Sql, sql } from '../db/sql.ts';
import type { Column } from './column.ts';
import { type CopyFor, copyOut } from './copy-out.ts';
import { columnsFor, type ExportDefinition } from './export-definition.ts';
import { fileStream } from './file-stream.ts';
import { inlineValues } from './inline-values.ts';
import { xlsxMaxRows, xlsxStream } from './xlsx.ts';

/** The rows of an export, counted no further than `most`. */
export async function countRows(deps: Deps, rows: Sql, most: number): Promise<number> {
  const { count } = await onCopy(deps, ({ database: { pool } }) =>
    rowOf<{ count: number }>(
      pool,
      sql`SELECT count(*)::int AS count FROM (SELECT 1 ${rows} LIMIT ${most}) counted`,
    ),
  );
  return count;
}

/** Refuses more rows than the format can hold. */
export function refuseTooLong(rows: number, format: FileFormat): void {
  if (format === 'csv' || rows <= xlsxMaxRows) return;
  throw new Refusal({
    zh: `超过 Excel 的 ${xlsxMaxRows} 行上限，请缩小范围或导出 CSV`,
    en: `More than the ${xlsxMaxRows} rows that Excel can hold: narrow it down, or export CSV`,
  });
}

/** The file itself, at its reader's pace and in constant memory; from the copy, where there is one that keeps up. */
export async function openExport<Input extends { format: FileFormat }>(
  deps: Deps,
  definition: ExportDefinition<Input>,
  { rows, input, language, session }: { rows: Sql; input: Input; language: Language; session: Session },
  whom: CopyFor,
): Promise<Readable> {
  const { title, orderBy } = definition;
  const columns = columnsFor(definition, session, language, input);
  const headings = columns.map(({ label }) => label[language]);
  const ordered = sql`${rows} ORDER BY ${orderBy}`;
  const file = await onCopy(deps, ({ database: { pool } }) =>
    input.format === 'xlsx'
      ? xlsxStream(pool, { sheet: title[language], columns, headings, from: ordered }, whom)
      : csvStream(pool, columns, headings, ordered, whom),
  );
  // A standby ends what stands in the way of its recovery: asked for again, it comes from the primary.
  file.once('error', (error) => {
    // A reader that went away is no fault of the copy's.
    if (isDatabaseUnavailable(error)) deps.database.copy?.rest();
  });
  return file;
}

async function csvStream(
  pool: pg.Pool,
  columns: Column[],
  headings: string[],
  rows: Sql,
  whom: CopyFor,
): Promise<Readable> {
  const values = join(columns.map(({ value }) => value));
  const lines = await copyOut(
    pool,
    `COPY (SELECT ${inlineValues(sql`${values} ${rows}`)}) TO STDOUT WITH (FORMAT csv)`,
    whom,
  );
  // The mark tells Excel that it is UTF-8.
  const head = Buffer.from(`\ufeff${headings.map(quoted).join(',')}\n`);
  return fileStream(lines, async function* (rest) {
    yield head;
    yield* rest;
  });
}

function quoted(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
