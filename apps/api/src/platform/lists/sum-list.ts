import { summedUpTo } from '@xyxlx/contracts/paging';
import type { Call } from '../../core/call.ts';
import type { Session } from '../../core/session.ts';
import { empty, join, raw, rowOf, type Sql, sql } from '../db/sql.ts';
import { inTenants } from '../records/scope.ts';
import { type FiltersOf, type List, type ListEndpoint, partsOf } from './list.ts';

/**
 * The handler that adds up figures, in fen, over everything that a list is filtered to, or over what was picked; null where more rows are left than are
 * added up while somebody waits. `joins` are for figures that stand beside the list's table.
 */
export function sumOf<E extends ListEndpoint, Read, Name extends string>(
  list: List<E, Read>,
  figures: Record<Name, Sql>,
  joins = empty,
) {
  const parts = Object.values<Sql>(figures).map((figure, n) => sql`${figure} AS ${raw(`f${n}`)}`);
  const sums = Object.keys(figures).map((name, n) => raw(`'${name}', coalesce(sum(f${n}), 0)`));
  return async ({
    input: { ids, ...filters },
    session,
    deps,
  }: Call<FiltersOf<E> & { ids?: string[] | undefined }, Session>): Promise<{
    count: number;
    sums: Record<Name, number> | null;
  }> => {
    const { table, where } = partsOf(list, { session, deps }, filters as unknown as FiltersOf<E>);
    const picked = ids
      ? sql`AND ${inTenants(session, list.alias)} AND ${raw(`${list.alias}.${list.id ?? 'id'}`)} = ANY(${ids}::uuid[])`
      : empty;
    const found = await rowOf<{ count: number; sums: Record<Name, number> }>(
      deps.database.pool,
      sql`SELECT count(*)::int AS count, json_build_object(${join(sums)}) AS sums
          FROM (SELECT ${join(parts)} FROM ${table} ${joins} WHERE ${where} ${picked} ${raw(`LIMIT ${summedUpTo + 1}`)}) rows`,
    );
    return found.count > summedUpTo ? { count: summedUpTo, sums: null } : found;
  };
}
