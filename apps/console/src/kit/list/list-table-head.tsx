import type { RowData } from '@tanstack/react-table';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { boxCell, columnStyle } from './column-style.ts';
import styles from './list-table-head.module.css';
import { RowBox } from './row-box.tsx';
import type { ListTable } from './use-list-table.ts';

interface ListTableHeadProps<Row extends RowData> {
  table: ListTable<Row>;
  isSelectable: boolean;
}

/** The head of a list: a press on a title sorts upwards, downwards, and as the server likes; its edge sizes the column. */
export function ListTableHead<Row extends RowData>({ table, isSelectable }: ListTableHeadProps<Row>) {
  const { t } = useTranslation('kit');
  const resizeLabel = t('columns.resize');
  const isEmpty = table.getRowModel().rows.length === 0;
  const isAll = !isEmpty && table.getIsAllPageRowsSelected();
  return (
    <thead>
      {table.getHeaderGroups().map((group) => (
        <tr key={group.id}>
          {isSelectable && (
            <th scope="col" {...boxCell}>
              <RowBox
                label={t('table.selectPage')}
                isChecked={isAll}
                isPartly={!isAll && table.getIsSomePageRowsSelected()}
                isDisabled={isEmpty}
                onChange={(isChecked) => table.toggleAllPageRowsSelected(isChecked)}
              />
            </th>
          )}
          {group.headers.map((header) => {
            const { column } = header;
            const order = column.getIsSorted();
            const title = String(column.columnDef.header);
            return (
              <th
                key={column.id}
                scope="col"
                data-align={column.columnDef.meta?.align}
                data-fixed={column.getIsPinned() || undefined}
                style={columnStyle(table, column)}
                aria-sort={order ? (order === 'asc' ? 'ascending' : 'descending') : undefined}
              >
                {column.getCanSort() ? (
                  <button type="button" className={styles.sort} onClick={column.getToggleSortingHandler()}>
                    {title}
                    <span aria-hidden="true" data-order={order || undefined} className={styles.arrows} />
                  </button>
                ) : (
                  title
                )}
                {/* biome-ignore lint/a11y/useSemanticElements: a line that is moved, not a rule between texts. */}
                <span
                  role="separator"
                  tabIndex={0}
                  aria-orientation="vertical"
                  aria-label={resizeLabel}
                  aria-valuenow={column.getSize()}
                  className={styles.edge}
                  onMouseDown={header.getResizeHandler()}
                  onTouchStart={header.getResizeHandler()}
                  onDoubleClick={() => column.resetSize()}
                  onKeyDown={(event) => resizeByKey(event, (by) => resize(table, column.id, by))}
                />
              </th>
            );
          })}
        </tr>
      ))}
    </thead>
  );
}

function resizeByKey(event: KeyboardEvent, resizeBy: (pixels: number) => void): void {
  const by = { ArrowLeft: -16, ArrowRight: 16 }[event.key];
  if (!by) return;
  event.preventDefault();
  resizeBy(by);
}

function resize<Row extends RowData>(table: ListTable<Row>, id: string, by: number): void {
  const size = table.getColumn(id)?.getSize() ?? 0;
  table.setColumnSizing((widths) => ({ ...widths, [id]: Math.min(800, Math.max(60, size + by)) }));
}
