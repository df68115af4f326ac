import { Readable } from 'node:stream';
import type { Label } from '@xyxlx/contracts/endpoint';
import type { Session } from '../../sessions/session.ts';
import { Refusal } from '../../wire/errors.ts';
import type { Call, OutgoingFile } from '../../wire/implement.ts';
import { logOperation } from '../operation-log.ts';
import { join, rowOf, type Sql, sql } from '../sql.ts';
import type { Column } from './column.ts';
import { copyOut } from './copy-out.ts';
import { literalText } from './literal.ts';
import { xlsxMaxRows, xlsxStream } from './xlsx.ts';

/** A file of everything that a list is filtered to. */
export interface Export {
  /** The name of the file and its sheet. */
  title: Label;
  module: string;
  action: string;
  format: 'xlsx' | 'csv';
  columns: Column[];
  /** FROM … WHERE …, without the order. */
  from: Sql;
  orderBy: Sql;
}

/** Streams an export at the reader's pace, in constant memory; who took it is logged. */
export async function exportFile(
  { session, request, deps }: Call<unknown, Session>,
  { title, module, action, format, columns, from, orderBy }: Export,
): Promise<OutgoingFile> {
  const { language } = request;
  const { pool, prisma } = deps.database;
  const headings = columns.map(({ label }) => label[language]);
  const rows = sql`${from} ORDER BY ${orderBy}`;
  if (format === 'xlsx') await refuseTooLong(pool, from);
  const body =
    format === 'xlsx'
      ? await xlsxStream(pool, { sheet: title[language], columns, headings, from: rows })
      : await csvStream(pool, columns, headings, rows);
  await logOperation(
    prisma,
    { session, request },
    {
      tenantId: session.tenantId,
      module,
      action,
      target: { type: 'export', id: request.id, label: `${title[language]}.${format}` },
    },
  ).catch((error: Error) => {
    body.destroy(error);
    throw error;
  });
  const day = new Date(deps.clock.businessNow().getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
  return {
    fileName: `${title[language]}_${day}.${format}`,
    mediaType:
      format === 'xlsx'
        ? 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
        : 'text/csv; charset=utf-8',
    body,
  };
}

async function refuseTooLong(pool: Parameters<typeof copyOut>[0], from: Sql): Promise<void> {
  const { count } = await rowOf<{ count: number }>(
    pool,
    sql`SELECT count(*)::int AS count FROM (SELECT 1 ${from} LIMIT ${xlsxMaxRows + 1}) counted`,
  );
  if (count <= xlsxMaxRows) return;
  throw new Refusal({
    zh: `超过 Excel 的 ${xlsxMaxRows} 行上限，请缩小范围或导出 CSV`,
    en: `More than the ${xlsxMaxRows} rows that Excel can hold: narrow it down, or export CSV`,
  });
}

async function csvStream(
  pool: Parameters<typeof copyOut>[0],
  columns: Column[],
  headings: string[],
  rows: Sql,
): Promise<Readable> {
  const values = join(columns.map(({ value }) => value));
  const lines = await copyOut(
    pool,
    `COPY (SELECT ${literalText(sql`${values} ${rows}`)}) TO STDOUT WITH (FORMAT csv)`,
  );
  // The mark tells Excel that it is UTF-8.
  const head = Buffer.from(`\ufeff${headings.map(quoted).join(',')}\n`);
  async function* all() {
    yield head;
    yield* lines;
  }
  return Readable.from(all(), { objectMode: false });
}

function quoted(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
