import { Prisma } from '@xyxlx/database/client/client';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { Unavailable } from '../../wire/errors.ts';
import type { OutgoingFile } from '../../wire/implement.ts';
import { inlined } from './inlined-sql.ts';
import { csvCell, xlsxRow } from './row-sql.ts';
import { fileOf, primed, type TableFormat } from './write-table.ts';

/**
 * A column of an export. `text`: anything a person typed, guarded against formulas. `plain`: text of our own making that
 * holds no formula and none of `& < >`, such as a number, a masked mobile or a time, and so costs less. `number`: a numeric expression.
 */
export interface ExportColumn {
  header: string;
  kind: 'text' | 'plain' | 'number';
  /** An expression over the tables of the export's FROM. */
  value: Prisma.Sql;
}

export interface CopyExport {
  /** Without its ending. */
  fileName: string;
  format: TableFormat;
  columns: readonly ExportColumn[];
  /** From FROM on, with WHERE and ORDER BY. */
  from: Prisma.Sql;
}

/** Exports hold a connection as long as somebody downloads: so many at once a replica, the rest is asked to come again. */
const atOnce = 4;

const running = new WeakMap<pg.Pool, number>();

/** A file of any number of rows that PostgreSQL writes itself and COPYs out: constant memory, next to no work for the event loop. */
export async function exportByCopy(
  pool: pg.Pool,
  { fileName, format, columns, from }: CopyExport,
): Promise<OutgoingFile> {
  const select =
    format === 'csv'
      ? Prisma.sql`SELECT ${Prisma.join(columns.map(csvCell))} ${from}`
      : Prisma.sql`SELECT ${xlsxRow(columns)} ${from}`;
  // Row XML holds neither of the two characters, so COPY's CSV hands it through as it is.
  const options = format === 'csv' ? 'FORMAT csv' : String.raw`FORMAT csv, DELIMITER E'\x02', QUOTE E'\x01'`;
  const rows = await primed(copyOut(pool, `COPY (${inlined(select)}) TO STDOUT (${options})`));
  return fileOf(
    fileName,
    format,
    columns.map(({ header }) => header),
    rows,
  );
}

async function* copyOut(pool: pg.Pool, sql: string): AsyncGenerator<Buffer> {
  const now = running.get(pool) ?? 0;
  if (now >= atOnce) throw new Unavailable();
  running.set(pool, now + 1);
  let whole = false;
  let client: pg.PoolClient | undefined;
  try {
    client = await pool.connect();
    yield* client.query(copyTo(sql)) as AsyncIterable<Buffer>;
    whole = true;
  } finally {
    running.set(pool, (running.get(pool) ?? 1) - 1);
    // A connection in the middle of a COPY is of no use to anybody else; closing it ends the query too.
    client?.release(!whole);
  }
}
