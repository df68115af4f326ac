import type { Column } from './column.ts';
import styles from './paged-table.module.css';
import type { Rows } from './rows.ts';
import { TableBody } from './table-body.tsx';
import { TableHead } from './table-head.tsx';

interface PlainTableProps<Row> {
  /** What the table holds, for screen readers. */
  label: string;
  columns: Column<Row>[];
  rows: Omit<Rows<Row>, 'data'> & { data: { list: Row[] } | undefined };
  rowKey(row: Row): string;
}

/** A table of rows that all fit on one screen: neither pages nor an order to choose. */
export function PlainTable<Row>({ label, columns, rows, rowKey }: PlainTableProps<Row>) {
  const shown = { ...rows, data: rows.data && { list: rows.data.list, total: rows.data.list.length } };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section className={styles.framed} aria-label={label} aria-busy={rows.isFetching} tabIndex={0}>
      <table className={styles.table}>
        <TableHead columns={columns} sort={undefined} onSort={() => undefined} selection={undefined} />
        <TableBody columns={columns} rows={shown} rowKey={rowKey} onOpen={undefined} selection={undefined} />
      </table>
    </section>
  );
}
