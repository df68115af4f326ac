import { maxPageSize } from '@xyxlx/contracts/paging';
import type pg from 'pg';
import { z } from 'zod';
import { InvalidInput } from '../../core/errors.ts';
import { empty, raw, type Sql, sql, textRowsOf } from '../db/sql.ts';
import { JsonText } from './json-text.ts';
import type { RowShape } from './row-shape.ts';

/** Up to here a list's total is counted; beyond it is said to be an estimate. */
const countedUpTo = 10_000;

/** A list that may grow without bound. */
export interface KeysetList<T> {
  table: string;
  alias: string;
  /** The column the list is ordered by (ties by `id`), and what a cursor's text becomes again. */
  key: { column: string; type: 'timestamptz' | 'text' | 'int' };
  descending: boolean;
  where: Sql;
  /** What a row needs to be shown, joined to the rows of the page alone; it neither drops nor repeats one. */
  joins: Sql;
  /** How a row looks, or SQL that makes JSON of it. */
  row: RowShape<T> | Sql;
  /** How a row of `page` (key, id) is found again, where no index begins with the id. */
  again?: Sql;
}

export interface KeysetPage<T> {
  list: T[];
  total: number;
  totalIsEstimate: boolean;
  pageNum: number;
  pageSize: number;
  cursor: string | null;
}

/**
 * So many rows a statement reads at least: the number is part of its text, so that PostgreSQL knows it when it plans once
 * for all, and few numbers make few texts.
 */
const readSizes = [20, 50, 100, maxPageSize];

/**
 * One page in one statement: by cursor as fast at any depth, by number through the ids alone.
 * The total is counted without a cursor, and travels in it from then on.
 */
export async function keysetPage<T>(
  pool: pg.Pool,
  list: KeysetList<T>,
  { pageNum, pageSize, cursor }: { pageNum: number; pageSize: number; cursor?: string | undefined },
): Promise<JsonText<KeysetPage<T>>> {
  const from = cursor === undefined ? null : readCursor(cursor, list.key.type);
  const { alias, where, joins } = list;
  const row = shapeOf(list.row);
  const table = raw(`${list.table} ${alias}`);
  const key = raw(`${alias}.${list.key.column}`);
  const id = raw(`${alias}.id`);
  const direction = list.descending ? 'DESC' : 'ASC';
  const order = raw(`ORDER BY ${alias}.${list.key.column} ${direction}, ${alias}.id ${direction}`);
  const after = from
    ? sql`AND (${key}, ${id}) ${raw(list.descending ? '<' : '>')} (${from.key}::text::${raw(list.key.type)}, ${from.id}::text::uuid)`
    : empty;
  const limit = raw(`LIMIT ${(readSizes.find((size) => size >= pageSize) ?? maxPageSize) + 1}`);
  const offset = from ? 0 : (pageNum - 1) * pageSize;
  const counted = sql`(SELECT count(*)::int FROM (SELECT FROM ${table} WHERE ${where} LIMIT ${raw(String(countedUpTo + 1))}) counted)`;
  // Rows that are passed over are passed over in the index; the first page has none, and finds each row once.
  const page =
    offset === 0
      ? sql`(SELECT ${raw(alias)}.* FROM ${table} WHERE ${where} ${after} ${order} ${limit}) ${raw(alias)}`
      : sql`(SELECT ${raw(`${alias}.tenant_id`)}, ${key} AS key, ${id} AS id FROM ${table} WHERE ${where} ${order} ${limit} OFFSET ${offset}) page
        JOIN ${table} ON ${list.again ?? sql`${raw(`${alias}.tenant_id`)} = page.tenant_id AND ${id} = page.id`}`;

  const rows = await textRowsOf(
    pool,
    sql`SELECT ${from ? sql`NULL` : counted} AS total, ${key} AS key, ${id} AS id, ${row.columns} FROM ${page} ${joins} ${order}`,
  );
  const total = Number(
    rows[0]?.[0] ?? from?.total ?? (offset === 0 ? 0 : await onlyValue(pool, sql`SELECT ${counted}`)),
  );
  const last = rows.length > pageSize ? rows[pageSize - 1] : undefined;
  const rest: Omit<KeysetPage<T>, 'list'> = {
    total: Math.min(total, countedUpTo),
    totalIsEstimate: total > countedUpTo,
    pageNum,
    pageSize,
    cursor: last ? writeCursor(last[1] as string, last[2] as string, total) : null,
  };
  return pageText(written(rows.slice(0, pageSize), row, 3), rest);
}

interface Cursor {
  key: string;
  id: string;
  total: number;
}

function writeCursor(key: string, id: string, total: number): string {
  return Buffer.from(JSON.stringify([key, id, total])).toString('base64url');
}

/** What PostgreSQL writes a key as; a text goes as it is. */
const keyForms = {
  timestamptz: z
    .string()
    .refine(
      (text) =>
        /\+00$/.test(text) && z.iso.datetime().safeParse(text.replace(' ', 'T').replace('+00', 'Z')).success,
    ),
  int: z.stringFormat('int', /^\d{1,9}$/),
  text: z.string().max(300),
};

/** Throws 400 for anything that this list can't have handed out. */
function readCursor(text: string, type: keyof typeof keyForms): Cursor {
  const form = z.tuple([
    keyForms[type],
    z.uuid(),
    z
      .int()
      .min(0)
      .max(countedUpTo + 1),
  ]);
  try {
    const parts = form.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    if (parts.success) return { key: parts.data[0], id: parts.data[1], total: parts.data[2] };
  } catch {
    // Answered below: what was wrong with it helps nobody.
  }
  throw new InvalidInput([
    { path: 'cursor', message: { zh: '不是本列表的游标', en: 'not a cursor of this list' } },
  ]);
}

interface NumberedPage<T> {
  list: T[];
  total: number;
  pageNum: number;
  pageSize: number;
}

/** A list of bounded size by page number, in one statement with its exact total. */
export async function numberedPage<T>(
  pool: pg.Pool,
  list: { from: Sql; where: Sql; orderBy: Sql; row: RowShape<T> | Sql },
  { pageNum, pageSize }: { pageNum: number; pageSize: number },
): Promise<JsonText<NumberedPage<T>>> {
  const row = shapeOf(list.row);
  const counted = sql`(SELECT count(*)::int FROM ${list.from} WHERE ${list.where})`;
  const rows = await textRowsOf(
    pool,
    sql`SELECT ${counted} AS total, ${row.columns} FROM ${list.from} WHERE ${list.where}
      ORDER BY ${list.orderBy} LIMIT ${pageSize} OFFSET ${(pageNum - 1) * pageSize}`,
  );
  const total = Number(rows[0]?.[0] ?? (pageNum === 1 ? 0 : await onlyValue(pool, sql`SELECT ${counted}`)));
  return pageText(written(rows, row, 1), { total, pageNum, pageSize });
}

function shapeOf<T>(row: RowShape<T> | Sql): Pick<RowShape<T>, 'columns' | 'write'> {
  if ('write' in row) return row;
  return { columns: sql`(${row})::text`, write: (columns, from) => columns[from] as string };
}

function written<T>(
  rows: readonly (string | null)[][],
  row: Pick<RowShape<T>, 'write'>,
  from: number,
): string {
  let list = '';
  for (const columns of rows) list += (list && ',') + row.write(columns, from);
  return list;
}

function pageText<P>(list: string, rest: Omit<P, 'list'>): JsonText<P> {
  return new JsonText(`{"list":[${list}],${JSON.stringify(rest).slice(1)}`);
}

async function onlyValue(pool: pg.Pool, query: Sql): Promise<string | null> {
  const [row] = await textRowsOf(pool, query);
  return row?.[0] ?? null;
}
