import type { RowData } from '@tanstack/react-table';
import type { CSSProperties } from 'react';
import type { ListTable } from './use-list-table.ts';

/** Pixels of the column of check boxes. */
const boxWidth = 44;

type TableColumn<Row extends RowData> = ReturnType<ListTable<Row>['getAllLeafColumns']>[number];

/** The place of a pinned column, and the width of one that has a width of its own. */
export function columnStyle<Row extends RowData>(
  table: ListTable<Row>,
  column: TableColumn<Row>,
  isSelectable: boolean,
): CSSProperties | undefined {
  const { columnPinning, columnSizing } = table.state;
  const isPinned = column.getIsPinned() === 'start';
  // Beside others, a pinned column must be as wide as the next one's place says.
  const isSized = column.id in columnSizing || (isPinned && columnPinning.start.length > 1);
  const width = isSized ? { width: column.getSize(), minWidth: column.getSize() } : {};
  if (isPinned) return { ...width, left: column.getStart('start') + (isSelectable ? boxWidth : 0) };
  return column.getIsPinned() === 'end' ? { ...width, right: 0 } : width;
}
