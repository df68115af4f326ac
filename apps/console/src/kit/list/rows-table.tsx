import type { RowData } from '@tanstack/react-table';
import { type Cells, cellsOf } from './cells.tsx';
import type { Column } from './column.ts';
import styles from './list.module.css';
import { ListTable } from './list-table.tsx';
import type { RowsState } from './use-list-rows.ts';
import { useListTable } from './use-list-table.ts';

interface RowsTableProps<Row extends RowData> {
  /** Under which the widths of the columns are kept. */
  name: string;
  /** What it holds. */
  label: string;
  rows: Row[] | undefined;
  rowId(row: NoInfer<Row>): string;
  columns(cell: Cells<Row>): (Column<Row> | false)[];
  /** How the query of the rows stands; none for rows that came with something else. */
  state?: RowsState;
}

/** A table of rows that all fit on one screen: neither pages nor an order to choose. */
export function RowsTable<Row extends RowData>(props: RowsTableProps<Row>) {
  const { name, label, rows, rowId, state = settled } = props;
  const columns = props.columns(cellsOf<Row>()).filter((column) => column !== false);
  const { table, shown } = useListTable({ name, columns, rows, rowId });
  return (
    <div className={styles.panel}>
      <ListTable label={label} table={table} shown={shown} state={state} />
    </div>
  );
}

const settled: RowsState = { error: null, isFetching: false, refetch: () => undefined };
