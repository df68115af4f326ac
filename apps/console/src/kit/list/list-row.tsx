import type { RowData } from '@tanstack/react-table';
import { type CSSProperties, memo } from 'react';
import type { Column } from './column.ts';
import { boxCell } from './column-style.ts';
import styles from './list-table.module.css';
import { RowBox } from './row-box.tsx';
import type { ShownColumn } from './shown-column.ts';

interface ListRowProps {
  /** As the table keeps it: the same as long as its record is. */
  row: { original: RowData; toggleSelected(isSelected: boolean): void };
  columns: readonly ShownColumn<RowData>[];
  /** What the box says that picks it; null where nothing is picked. */
  selectLabel: string | null;
  isSelected: boolean;
  isOpenable: boolean;
}

/** One row of a list, drawn anew only when its record, its columns or its box change. */
export const ListRow = memo(function ListRow(props: ListRowProps) {
  const { row, columns, selectLabel, isSelected, isOpenable } = props;
  return (
    <tr
      className={isOpenable ? styles.openable : undefined}
      aria-selected={selectLabel === null ? undefined : isSelected}
    >
      {selectLabel !== null && (
        <td {...boxCell}>
          <RowBox
            label={selectLabel}
            isChecked={isSelected}
            onChange={(isChecked) => row.toggleSelected(isChecked)}
          />
        </td>
      )}
      {columns.map((column) => {
        const { key, title, align, fixed, wraps, wide, width, style, opens } = column;
        // Called, not mounted: a column is new where its screen is, and as a component it would lose its state.
        const content = column.render(row.original);
        const cut = width ? ({ '--width': `${width}px` } as CSSProperties) : undefined;
        return (
          <td
            key={key}
            data-label={title}
            data-align={align}
            data-fixed={fixed}
            data-part={partOf(column)}
            data-wraps={wraps}
            data-wide={wide}
            style={style}
          >
            {opens && isOpenable ? (
              <button type="button" data-opens className={styles.name} style={cut}>
                {content}
              </button>
            ) : (
              <div
                {...(cut && {
                  className: styles.cut,
                  style: cut,
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
  );
});

// What stands on a phone's card without its column's title.
function partOf({
  opens,
  leads,
  atEnd,
}: Pick<Column<never>, 'opens' | 'leads' | 'atEnd'>): string | undefined {
  if (opens || leads) return 'title';
  return atEnd ? 'actions' : undefined;
}
