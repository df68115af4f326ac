import { maxPageSize } from '@xyxlx/contracts/paging';
import type pg from 'pg';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import type { Session } from '../../core/session.ts';
import { byTenant } from '../db/by-tenant.ts';
import { empty, raw, type Sql, sql, textRowsOf } from '../db/sql.ts';
import { visibleInTenant } from '../records/scope.ts';

import { countedUpTo, readCursor, writeCursor } from './cursor.ts';
import { JsonText } from './json-text.ts';
import { type List, type ListEndpoint, orderOf, partsOf } from './list.ts';
import type { RowShape } from './row-shape.ts';

/**
 * So many rows a statement reads at least: the number is part of its text, so that PostgreSQL knows it when it plans once
 * for all, and few numbers make few texts.
 */
const readSizes = [20, 50, 100, maxPageSize];

/**
 * One page of a list in one statement: by cursor as fast at any depth, by number through the ids alone.
 * The total is counted without a cursor, where the page does not show that it is the last one, and travels in the cursor from then on;
 * where the contract has no cursor it is exact.
 */
export async function queryList<E extends ListEndpoint, Read>(
  call: Call<z.output<E['input']>, Session>,
  list: List<E, Read>,
): Promise<JsonText<z.input<E['output']>> | z.input<E['output']>> {
  const { pool } = call.deps.database;
  const { pageNum, pageSize, cursor, sort, ...filters } = call.input;
  const { column, type, direction } = orderOf(list, sort);
  const from = cursor === undefined ? null : readCursor(cursor, type);
  const { alias, joins = empty, primaryKey = ['tenant_id', 'id'] } = list;
  const { table, where } = partsOf(list, call, filters as never);
  const row = shapeOf(typeof list.row === 'function' ? list.row(call) : list.row);
  const tenant =
    list.ofTenants && call.session.scope.all
      ? raw(
          `(SELECT json_build_object('id', t.id, 'name', t.name) FROM tenants t WHERE t.id = ${alias}.tenant_id)::text`,
        )
      : raw('NULL');
  const keyColumn = raw(column);
  const id = raw(`${alias}.${list.id ?? 'id'}`);
  const order = raw(`ORDER BY ${column} ${direction}, ${id.sql} ${direction}`);
  const after = from
    ? sql`AND (${keyColumn}, ${id}) ${raw(direction === 'DESC' ? '<' : '>')} (${from.key}::text::${raw(type)}, ${from.id}::text::uuid)`
    : empty;
  const limit = raw(`LIMIT ${(readSizes.find((size) => size >= pageSize) ?? maxPageSize) + 1}`);
  const offset = from ? 0 : (pageNum - 1) * pageSize;
  const hasCursor = 'cursor' in list.endpoint.input.shape;
  const counted = hasCursor
    ? sql`(SELECT count(*)::int FROM (SELECT FROM ${table} WHERE ${where} ${raw(`LIMIT ${countedUpTo + 1}`)}) counted)`
    : sql`(SELECT count(*)::int FROM ${table} WHERE ${where})`;
  // Rows that are passed over are passed over in the index; the first page has none, and finds each row once.
  const page =
    offset === 0 || typeof list.from !== 'string'
      ? sql`(SELECT ${raw(alias)}.* FROM ${table} WHERE ${where} ${after} ${order} ${limit} ${offset > 0 ? sql`OFFSET ${offset}` : empty}) ${raw(alias)}`
      : sql`(SELECT ${raw(primaryKey.map((name) => `${alias}.${name}`).join())} FROM ${table} WHERE ${where} ${order} ${limit} OFFSET ${offset}) page
        JOIN ${table} ON ${raw(primaryKey.map((name) => `${alias}.${name} = page.${name}`).join(' AND '))}`;

  // A page passes the tenant on to nothing that is joined to it or looked for beside it.
  const { scope, tenantId } = call.session;
  const hasTenant = typeof list.from === 'string' && primaryKey.includes('tenant_id');
  const ofTenant = hasTenant ? sql`WHERE ${visibleInTenant(call.session, alias)}` : empty;
  const known = (part: Sql) => (hasTenant && !scope.all ? byTenant(part, tenantId) : part);

  const rows = await textRowsOf(
    pool,
    sql`SELECT ${from ? sql`NULL` : sql`CASE WHEN count(*) OVER () > ${pageSize}::int THEN ${counted} END`} AS total, ${keyColumn} AS key, ${id} AS id, ${tenant} AS tenant, ${known(row.columns)} FROM ${page} ${known(joins)} ${ofTenant} ${order}`,
  );
  const isLast = rows.length <= pageSize && (rows.length > 0 || offset === 0);
  const total = Number(
    from?.total ??
      (isLast ? offset + rows.length : (rows[0]?.[0] ?? (await onlyValue(pool, sql`SELECT ${counted}`)))),
  );
  const last = rows.length > pageSize ? rows[pageSize - 1] : undefined;
  const rest = hasCursor
    ? {
        total: Math.min(total, countedUpTo),
        totalIsEstimate: total > countedUpTo,
        pageNum,
        pageSize,
        cursor: last ? writeCursor({ key: last[1] as string, id: last[2] as string, total }) : null,
      }
    : { total, pageNum, pageSize };
  const write = (columns: readonly (string | null)[]) => {
    const own = row.write(columns, 4);
    return list.ofTenants ? `{"tenant":${columns[3] ?? 'null'},${own.slice(1)}` : own;
  };
  const text = `[${rows.slice(0, pageSize).map(write).join()}]`;
  if (!list.present) return new JsonText(`{"list":${text},${JSON.stringify(rest).slice(1)}`);
  // The type of the input can't be followed to that of the output: both are the endpoint's.
  return { list: await list.present(JSON.parse(text), call), ...rest } as z.input<E['output']>;
}

function shapeOf<T>(row: RowShape<T> | Sql): Pick<RowShape<T>, 'columns' | 'write'> {
  if ('write' in row) return row;
  return { columns: sql`(${row})::text`, write: (columns, from) => columns[from] as string };
}

async function onlyValue(pool: pg.Pool, query: Sql): Promise<string | null> {
  const [row] = await textRowsOf(pool, query);
  return row?.[0] ?? null;
}
