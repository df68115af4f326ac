import type { FileFormat } from '@xyxlx/contracts/file-format';
import { empty, raw, sql } from '../db/sql.ts';
import { type FiltersOf, type List, type ListEndpoint, orderOf, partsOf } from '../lists/list.ts';
import type { ExportDefinition } from './export-definition.ts';

/** The rows of an export that has exactly what a list is filtered to, in its usual order; `moreJoins` for columns that the list has not. */
export function rowsOfList<E extends ListEndpoint, Read>(
  list: List<E, Read>,
  moreJoins = empty,
): Pick<ExportDefinition<FiltersOf<E> & { format: FileFormat }>, 'rows' | 'orderBy' | 'tenantOf'> {
  const { column, direction } = orderOf(list);
  return {
    ...(list.ofTenants && { tenantOf: list.alias }),
    rows: ({ session, deps, input: { format: _, ...filters } }) => {
      const { table, where } = partsOf(list, { session, deps }, filters as unknown as FiltersOf<E>);
      return { from: sql`${table} ${list.joins ?? empty} ${moreJoins}`, where };
    },
    orderBy: raw(`${column} ${direction}, ${list.alias}.${list.id ?? 'id'} ${direction}`),
  };
}
