import { useTranslation } from 'react-i18next';
import styles from './list-table.module.css';
import { ListTableBody } from './list-table-body.tsx';
import { ListTableHead } from './list-table-head.tsx';
import type { List } from './use-list.ts';
import type { Identified, ListTable as Table } from './use-list-table.ts';

interface ListTableProps<Row extends Identified> {
  /** What the table holds, for screen readers. */
  label: string;
  table: Table<Row>;
  list: List<Row>;
  isSelectable: boolean;
  onOpen: ((row: Row) => void) | undefined;
}

/** The rows of a list; on a phone each is a card. */
export function ListTable<Row extends Identified>(props: ListTableProps<Row>) {
  const { label, table, list, isSelectable, onOpen } = props;
  const { t } = useTranslation('kit');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section className={styles.scroll} aria-label={label} aria-busy={list.rows.isFetching} tabIndex={0}>
      <table className={styles.table} aria-label={t('table.of', { label })}>
        <ListTableHead table={table} isSelectable={isSelectable} />
        <ListTableBody table={table} list={list} isSelectable={isSelectable} onOpen={onOpen} />
      </table>
    </section>
  );
}
