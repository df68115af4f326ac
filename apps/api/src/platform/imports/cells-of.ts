import { raw, type Sql } from '../db/sql.ts';
import type { ImportColumn } from './import-definition.ts';

/** SQL for the cells of a staged row `r` by the keys of the import's columns; '' where one is empty. */
export function cellsOf(columns: readonly ImportColumn[]): (key: string) => Sql {
  return (key) => {
    const index = columns.findIndex((column) => column.key === key);
    if (index < 0) throw new Error(`The import has no column ${key}.`);
    return raw(`r.cells[${index + 1}]`);
  };
}
