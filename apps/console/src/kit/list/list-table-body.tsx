import type { RowData } from '@tanstack/react-table';
import type { MouseEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ListRow } from './list-row.tsx';
import { NoRows } from './no-rows.tsx';
import type { ShownColumn } from './shown-column.ts';
import type { RowsState } from './use-list-rows.ts';
import type { ListTable } from './use-list-table.ts';

interface ListTableBodyProps<Row extends RowData> {
  table: ListTable<Row>;
  shown: readonly ShownColumn<Row>[];
  state: RowsState;
  isSelectable: boolean;
  onOpen: ((row: Row) => void) | undefined;
  onUnfilter: (() => void) | undefined;
  start?: ReactNode;
  none?: string | undefined;
}

/** The rows of a list, or why there are none. */
export function ListTableBody<Row extends RowData>(props: ListTableBodyProps<Row>) {
  const { table, shown, state, isSelectable, onOpen, onUnfilter, start, none } = props;
  const { t } = useTranslation('kit');
  const { rows } = table.getRowModel();
  if (rows.length === 0) {
    const span = shown.length + (isSelectable ? 1 : 0);
    return <NoRows span={span} state={state} onUnfilter={onUnfilter} start={start} none={none} />;
  }

  const selectLabel = isSelectable ? t('table.selectRow') : null;

  // One for all rows: a row whose press were a function of its own would be drawn anew with each of them.
  function openPressed(event: MouseEvent<HTMLElement>): void {
    const pressed = pressedRow(event);
    const row = pressed && rows[pressed.sectionRowIndex];
    if (row) onOpen?.(row.original);
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: what names a record is a button, for the keyboard.
    <tbody onClick={openPressed}>
      {rows.map((row) => (
        <ListRow
          key={row.id}
          row={row}
          columns={shown as readonly ShownColumn<RowData>[]}
          selectLabel={selectLabel}
          isSelected={row.getIsSelected()}
          isOpenable={onOpen !== undefined}
        />
      ))}
    </tbody>
  );
}

/** The row that a press means: by its name, or where it is bare; a link, a button or a box means that one, and text being selected nothing. */
function pressedRow({ target, currentTarget }: MouseEvent<HTMLElement>): HTMLTableRowElement | null {
  const pressed = target as HTMLElement;
  // Dialogs of a row lie elsewhere in the document.
  if (!currentTarget.contains(pressed)) return null;
  const control = pressed.closest<HTMLElement>('a, button, input, label');
  const isBare = !control && window.getSelection()?.isCollapsed !== false;
  return isBare || control?.dataset.opens ? pressed.closest('tr') : null;
}
