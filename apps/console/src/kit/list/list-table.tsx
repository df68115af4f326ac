import type { RowData } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import cards from './list-cards.module.css';
import styles from './list-table.module.css';
import { ListTableBody } from './list-table-body.tsx';
import { ListTableHead } from './list-table-head.tsx';
import type { ShownColumn } from './shown-column.ts';
import type { RowsState } from './use-list-rows.ts';
import type { ListTable as Table } from './use-list-table.ts';

interface ListTableProps<Row extends RowData> {
  /** What the table holds, for screen readers. */
  label: string;
  table: Table<Row>;
  shown: readonly ShownColumn<Row>[];
  state: RowsState;
  isSelectable?: boolean;
  onOpen?: ((row: Row) => void) | undefined;
  /** Takes the filters away that leave no rows. */
  onUnfilter?: (() => void) | undefined;
  /** How to begin, where there is nothing yet. */
  start?: ReactNode;
  none?: string | undefined;
}

/** The rows of a list; on a phone each is a card. */
export function ListTable<Row extends RowData>(props: ListTableProps<Row>) {
  const { label, table, shown, state, isSelectable = false, onOpen, onUnfilter, start, none } = props;
  const { t } = useTranslation('kit');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section className={styles.scroll} aria-label={label} aria-busy={state.isFetching} tabIndex={0}>
      <table
        className={`${styles.table} ${cards.cards}`}
        aria-label={t('table.of', { label })}
        data-selectable={isSelectable || undefined}
      >
        <ListTableHead table={table} isSelectable={isSelectable} />
        <ListTableBody
          table={table}
          shown={shown}
          state={state}
          isSelectable={isSelectable}
          onOpen={onOpen}
          onUnfilter={onUnfilter}
          start={start}
          none={none}
        />
      </table>
    </section>
  );
}
