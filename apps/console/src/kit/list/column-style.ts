import type { RowData } from '@tanstack/react-table';
import type { CSSProperties } from 'react';
import type { ListTable } from './use-list-table.ts';

export type TableColumn<Row extends RowData> = ReturnType<ListTable<Row>['getAllLeafColumns']>[number];

/** What the cell of a row's check box is marked with: it stays in sight, before all columns. */
export const boxCell = { 'data-box': true, 'data-fixed': 'start' };

/** The place of a pinned column, and the width of one that has a width of its own, as the table's styles read them. */
export function columnStyle<Row extends RowData>(
  table: ListTable<Row>,
  column: TableColumn<Row>,
): CSSProperties {
  const { columnPinning, columnSizing } = table.state;
  const isPinned = column.getIsPinned() === 'start';
  // Beside others, a pinned column must be as wide as the next one's place says.
  const isSized = column.id in columnSizing || (isPinned && columnPinning.start.length > 1);
  const width = isSized && { '--column': `${column.getSize()}px` };
  const place = isPinned && { '--place': `${column.getStart('start')}px` };
  return { ...width, ...place } as CSSProperties;
}
