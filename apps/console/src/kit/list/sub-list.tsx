import type { RowData } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { type Cells, cellsOf } from './cells.tsx';
import type { Column } from './column.ts';
import styles from './list.module.css';
import { ListHead } from './list-head.tsx';
import { ListPages } from './list-pages.tsx';
import { useListPlace } from './list-place.ts';
import { ListTable } from './list-table.tsx';
import { type RowsSource, useListRows } from './use-list-rows.ts';
import { useListTable } from './use-list-table.ts';

interface SubListProps<Input, Row extends RowData> extends Omit<RowsSource<Input, Row>, 'arrange'> {
  /** Under which the widths of the columns are kept. */
  name: string;
  /** What it holds. */
  label: string;
  /** What is asked for: whose rows they are, and how they are filtered. */
  asked: NoInfer<Partial<Extract<Input, object>>>;
  sortFields?: readonly string[];
  rowId(row: NoInfer<Row>): string;
  columns(cell: Cells<Row>): (Column<Row> | false)[];
  /** What filters it and can be done with it, above the rows. */
  actions?: ReactNode;
}

/** A list inside a drawer, a tab or a step, whose page and order the address doesn't tell. */
export function SubList<Input, Row extends RowData>(props: SubListProps<Input, Row>) {
  const { name, label, query, asked, sortFields = [], rowId, actions } = props;
  const place = useListPlace(asked);
  const { rows } = useListRows({ query }, asked, place);
  const columns = props.columns(cellsOf<Row>()).filter((column) => column !== false);
  const { table, shown } = useListTable({
    name,
    columns,
    rows: rows.data?.list,
    rowId,
    sorting: { ...place, fields: sortFields },
  });
  return (
    <div className={styles.panel}>
      <ListHead data={rows.data} columns={columns}>
        {actions}
      </ListHead>
      <ListTable label={label} table={table} shown={shown} state={rows} />
      <ListPages pageNum={place.pageNum} pageSize={place.pageSize} setPage={place.setPage} data={rows.data} />
    </div>
  );
}
