import { Prisma } from '@xyxlx/database/client/client';
import type pg from 'pg';
import { escapeLike } from './escape-like.ts';
import { makeStatementNames } from './statement-names.ts';
import type { Transaction } from './transaction.ts';

export type Sql = Prisma.Sql;
export const { sql, join, raw, empty } = Prisma;

/** A pool for reads on their own, or the transaction that a read belongs to. */
export type Queryable = pg.Pool | Transaction;

const nameOf = makeStatementNames('q');

/** Runs a composed statement, prepared where the pool runs it. */
export async function rowsOf<T>(client: Queryable, query: Sql): Promise<T[]> {
  if ('$queryRaw' in client) return client.$queryRaw<T[]>(query);
  const { text, values } = query;
  const name = nameOf(text);
  const { rows } = await client.query(name ? { name, text, values } : { text, values });
  return rows;
}

/** As PostgreSQL wrote it: nothing becomes a number, a date or an object. */
const asText = { getTypeParser: () => (text: string) => text };

/** Runs a composed statement; each row is the texts of its columns, null where a value is. */
export async function textRowsOf(pool: pg.Pool, query: Sql): Promise<(string | null)[][]> {
  const { text, values } = query;
  const name = nameOf(text);
  const { rows } = await pool.query<(string | null)[]>({
    ...(name && { name }),
    text,
    values,
    rowMode: 'array',
    types: asText,
  });
  return rows;
}

/** As `rowsOf`, for a statement that answers exactly one row. */
export async function rowOf<T>(client: Queryable, query: Sql): Promise<T> {
  const [row] = await rowsOf<T>(client, query);
  if (row === undefined) throw new Error('A statement that always answers a row answered none');
  return row;
}

/** All of the conditions; TRUE when there are none. */
export function allOf(conditions: readonly (Sql | null | undefined | false | '')[]): Sql {
  const given = conditions.filter((condition) => condition instanceof Prisma.Sql);
  return given.length > 0 ? join(given, ' AND ') : sql`TRUE`;
}

/** The pattern that finds a text literally anywhere, for (I)LIKE. */
export function anywhere(text: string): string {
  return `%${escapeLike(text)}%`;
}

/** The pattern that finds a text literally at the start, for LIKE. */
export function fromStart(text: string): string {
  return `${escapeLike(text)}%`;
}

/** SQL for an instant as the wire has one. */
export function iso(column: string): Sql {
  return raw(`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);
}

/** SQL for a mobile number or e-mail as `maskMobile` shows it. */
export function masked(column: string): Sql {
  return raw(`CASE WHEN strpos(${column}, '@') > 1 THEN left(${column}, 1) || '***' || substr(${column}, strpos(${column}, '@'))
    WHEN length(${column}) < 8 THEN '***' ELSE left(${column}, 3) || '****' || right(${column}, 4) END`);
}

/** SQL for `{id, name}` of a joined row, null when nothing was joined; by SQL of what it is called where that is more than its name. */
export function named(alias: string, name = `${alias}.name`): Sql {
  return raw(
    `CASE WHEN ${alias}.id IS NOT NULL THEN json_build_object('id', ${alias}.id, 'name', ${name}) END`,
  );
}
