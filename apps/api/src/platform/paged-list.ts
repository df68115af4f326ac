import type pg from 'pg';
import { z } from 'zod';
import { InvalidInput } from '../wire/errors.ts';
import { empty, raw, rowOf, type Sql, sql } from './sql.ts';

/** Up to here a list's total is counted; beyond it is said to be an estimate. */
export const countedUpTo = 10_000;

/** A list that may grow without bound. */
export interface KeysetList {
  table: string;
  alias: string;
  /** The column the list is ordered by (ties by `id`), and what a cursor's text becomes again. */
  key: { column: string; type: 'timestamptz' | 'text' | 'int' };
  descending: boolean;
  where: Sql;
  /** What a row needs to be shown, joined to the rows of the page alone. */
  joins: Sql;
  /** JSON of one row. */
  row: Sql;
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

interface Answer<T> {
  list: T[] | null;
  total: number;
  last: [string, string] | null;
}

/**
 * One page in one statement: by cursor as fast at any depth, by number through the ids alone.
 * The total is counted without a cursor, and travels in it from then on.
 */
export async function keysetPage<T>(
  pool: pg.Pool,
  list: KeysetList,
  { pageNum, pageSize, cursor }: { pageNum: number; pageSize: number; cursor?: string | undefined },
): Promise<KeysetPage<T>> {
  const from = cursor === undefined ? null : readCursor(cursor, list.key.type);
  const { alias, where, joins, row } = list;
  const table = raw(`${list.table} ${alias}`);
  const key = raw(`${alias}.${list.key.column}`);
  const id = raw(`${alias}.id`);
  const direction = list.descending ? 'DESC' : 'ASC';
  const order = raw(`page.key ${direction}, page.id ${direction}`);
  const after = from
    ? sql`AND (${key}, ${id}) ${raw(list.descending ? '<' : '>')} (${from.key}::text::${raw(list.key.type)}, ${from.id}::text::uuid)`
    : empty;
  const total = from
    ? sql`${from.total}::int`
    : sql`(SELECT count(*)::int FROM (SELECT FROM ${table} WHERE ${where} LIMIT ${countedUpTo + 1}) counted)`;

  const answer = await rowOf<Answer<T>>(
    pool,
    sql`
    WITH page AS MATERIALIZED (
      SELECT ${key} AS key, ${id} AS id FROM ${table} WHERE ${where} ${after}
      ORDER BY ${key} ${raw(direction)}, ${id} ${raw(direction)}
      LIMIT ${pageSize + 1} OFFSET ${from ? 0 : (pageNum - 1) * pageSize})
    SELECT ${total} AS total,
      (SELECT json_agg(${row} ORDER BY ${order})
       FROM (SELECT * FROM page ORDER BY ${order} LIMIT ${pageSize}) page
       JOIN ${table} ON ${list.again ?? sql`${id} = page.id`} ${joins}) AS list,
      (SELECT json_build_array(page.key::text, page.id) FROM page
       WHERE (SELECT count(*) FROM page) > ${pageSize} ORDER BY ${order} OFFSET ${pageSize - 1} LIMIT 1) AS last`,
  );
  return {
    list: answer.list ?? [],
    total: Math.min(answer.total, countedUpTo),
    totalIsEstimate: answer.total > countedUpTo,
    pageNum,
    pageSize,
    cursor: answer.last && writeCursor(...answer.last, answer.total),
  };
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
function readCursor(text: string, type: KeysetList['key']['type']): Cursor {
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
  throw new InvalidInput([{ path: 'cursor', message: 'not a cursor of this list' }]);
}

/** A list of bounded size by page number, in one statement with its exact total. */
export async function numberedPage<T>(
  pool: pg.Pool,
  list: { from: Sql; where: Sql; orderBy: Sql; row: Sql },
  { pageNum, pageSize }: { pageNum: number; pageSize: number },
): Promise<{ list: T[]; total: number; pageNum: number; pageSize: number }> {
  const { list: rows, total } = await rowOf<{ list: T[] | null; total: number }>(
    pool,
    sql`
    SELECT (SELECT count(*)::int FROM ${list.from} WHERE ${list.where}) AS total,
      (SELECT json_agg(page.shown ORDER BY page.n) FROM (
         SELECT ${list.row} AS shown, row_number() OVER (ORDER BY ${list.orderBy}) AS n
         FROM ${list.from} WHERE ${list.where}
         ORDER BY ${list.orderBy} LIMIT ${pageSize} OFFSET ${(pageNum - 1) * pageSize}) page) AS list`,
  );
  return { list: rows ?? [], total, pageNum, pageSize };
}
