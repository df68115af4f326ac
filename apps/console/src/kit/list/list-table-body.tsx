import type { RowData } from '@tanstack/react-table';
import { Checkbox } from 'antd';
import type { CSSProperties, MouseEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from './column.ts';
import { boxCell, columnStyle } from './column-style.ts';
import styles from './list-table.module.css';
import { NoRows } from './no-rows.tsx';
import type { RowsState } from './use-list-rows.ts';
import type { ListTable } from './use-list-table.ts';

interface ListTableBodyProps<Row extends RowData> {
  table: ListTable<Row>;
  state: RowsState;
  isSelectable: boolean;
  onOpen: ((row: Row) => void) | undefined;
  onUnfilter: (() => void) | undefined;
  start?: ReactNode;
  none?: string | undefined;
}

/** The rows of a list, or why there are none. */
export function ListTableBody<Row extends RowData>(props: ListTableBodyProps<Row>) {
  const { table, state, isSelectable, onOpen, onUnfilter, start, none } = props;
  const { t } = useTranslation('kit');
  const { rows } = table.getRowModel();
  if (rows.length === 0) {
    const span = table.getVisibleLeafColumns().length + (isSelectable ? 1 : 0);
    return <NoRows span={span} state={state} onUnfilter={onUnfilter} start={start} none={none} />;
  }
  return (
    <tbody>
      {rows.map((row) => (
        <tr
          key={row.id}
          className={onOpen ? styles.openable : undefined}
          aria-selected={isSelectable ? row.getIsSelected() : undefined}
          onClick={onOpen && ((event) => isOnBareRow(event) && onOpen(row.original))}
        >
          {isSelectable && (
            <td {...boxCell}>
              <Checkbox
                aria-label={t('table.selectRow')}
                checked={row.getIsSelected()}
                onChange={row.getToggleSelectedHandler()}
              />
            </td>
          )}
          {row.getVisibleCells().map((cell) => {
            const { column } = cell;
            const { meta, header, cell: render } = column.columnDef;
            // Called, not mounted: a definition is new with every render, and as a component it would lose its state.
            const content = typeof render === 'function' ? render(cell.getContext()) : null;
            const width = table.state.columnSizing[column.id] ?? meta?.width;
            return (
              <td
                key={cell.id}
                data-label={String(header)}
                data-align={meta?.align}
                data-fixed={column.getIsPinned() || undefined}
                data-part={partOf(meta)}
                data-wraps={meta?.wraps}
                data-wide={meta?.wide}
                style={columnStyle(table, column, isSelectable)}
              >
                {meta?.opens && onOpen ? (
                  <button
                    type="button"
                    className={styles.name}
                    style={width ? ({ '--width': `${width}px` } as CSSProperties) : undefined}
                    onClick={() => onOpen(row.original)}
                  >
                    {content}
                  </button>
                ) : (
                  <div
                    {...(width && {
                      className: styles.cut,
                      style: { '--width': `${width}px` } as CSSProperties,
                      title: typeof content === 'string' ? content : undefined,
                    })}
                  >
                    {content}
                  </div>
                )}
              </td>
            );
          })}
        </tr>
      ))}
    </tbody>
  );
}

// What stands on a phone's card without its column's title.
function partOf(column: Pick<Column<never>, 'opens' | 'leads' | 'atEnd'> | undefined): string | undefined {
  if (column?.opens || column?.leads) return 'title';
  return column?.atEnd ? 'actions' : undefined;
}

// A press on a link, a button or a box means that one, and text being selected means nothing.
function isOnBareRow(event: MouseEvent): boolean {
  const isControl = (event.target as HTMLElement).closest('a, button, input, label') !== null;
  return !isControl && window.getSelection()?.isCollapsed !== false;
}
