import type { RowData } from '@tanstack/react-table';
import type { CSSProperties } from 'react';
import type { Column } from './column.ts';
import { columnStyle } from './column-style.ts';
import type { ListTable } from './use-list-table.ts';

/** A column that the user sees: what its cells are made with, worked out once for all rows. */
export interface ShownColumn<Row> extends Column<Row> {
  /** The side where it stays in sight. */
  fixed: 'start' | 'end' | undefined;
  style: CSSProperties;
}

/** The columns that a table shows, in their order. */
export function shownColumns<Row extends RowData>(
  table: ListTable<Row>,
  columns: readonly Column<Row>[],
): ShownColumn<Row>[] {
  const byKey = new Map(columns.map((column) => [column.key, column]));
  return table.getVisibleLeafColumns().flatMap((column) => {
    const given = byKey.get(column.id);
    if (!given) return [];
    const width = table.state.columnSizing[column.id] ?? given.width;
    const fixed = column.getIsPinned() || undefined;
    return { ...given, ...(width && { width }), fixed, style: columnStyle(table, column) };
  });
}
