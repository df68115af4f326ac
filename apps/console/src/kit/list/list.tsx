import type { FileFormat } from '@xyxlx/contracts/file-format';
import type { Permission } from '@xyxlx/contracts/permissions';
import { type ReactNode, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type DownloadPath, downloadFiltered } from '../../lib/files.ts';
import { useCan } from '../../lib/me.ts';
import { useStableCallback } from '../../lib/use-stable-callback.ts';
import type { RecordAction } from '../actions/record-action.ts';
import { FilterBar } from '../filters/filter-bar.tsx';
import { lazyOverlay } from '../lazy-overlay.ts';
import { BulkActions } from './bulk.tsx';
import { type Cells, cellsOf, tenantColumn } from './cells.tsx';
import type { Column } from './column.ts';
import { ColumnSettings } from './column-settings.tsx';
import styles from './list.module.css';
import { type ListExport, ListExports } from './list-exports.tsx';
import { ListHead } from './list-head.tsx';
import { ListPages } from './list-pages.tsx';
import { ListSums, type SumsSource } from './list-sums.tsx';
import { ListTable } from './list-table.tsx';
import { ListTiles } from './list-tiles.tsx';
import { type ListSource, useList } from './use-list.ts';
import { useListTable } from './use-list-table.ts';
import { useOpenRecord } from './use-open-record.ts';
import { useRowSelection } from './use-row-selection.ts';
import { useTenantFilter } from './use-tenant-filter.ts';
import { ViewTabs } from './view-tabs.tsx';

// Rarely shown, and then perhaps without a network to fetch it by.
const StaleRows = lazyOverlay(async () => (await import('./stale-rows.tsx')).StaleRows);

interface ListBulk<Row> {
  permission: Permission;
  /** What to call a record in the answer. */
  nameOf(row: Row): string;
  /** Those for several at once are shown; the others are the drawer's and the rows'. */
  actions: readonly RecordAction<never>[];
}

/** What lies over a list and shows one of its records. */
export interface ListDrawerProps<Row> {
  /** Null keeps it closed. */
  id: string | null;
  /** The record as the list has it, if it is on the page. */
  row: Row | undefined;
  open(id: string): void;
  onClose(): void;
}

/** Every row of a list has an id. */
export interface Identified {
  id: string;
}

export interface ListProps<Input, Row extends Identified> extends ListSource<Input, Row> {
  /** Under which views and columns are kept. */
  name: string;
  /** What the list holds. */
  label: string;
  columns(cell: Cells<Row>, rows: readonly Row[]): Column<Row>[];
  /** The columns are made with the rows of the page, as the server answered them: none are given otherwise. */
  columnsFollowRows?: true;
  exports?: readonly ListExport[];
  bulk?: ListBulk<NoInfer<Row>>;
  /** What shows a record over the list; the address keeps it open. */
  drawer?: (props: ListDrawerProps<NoInfer<Row>>) => ReactNode;
  /** Where a press on a row leads instead. */
  onOpen?: (row: NoInfer<Row>) => void;
  /** More to do above the table, at its right. */
  actions?: ReactNode;
  /** What the records come to: of everything that is filtered, and of those that are picked. */
  sums?: SumsSource;
  /** Shows each record as a tile in place of the table. */
  tile?: ((row: NoInfer<Row>) => ReactNode) | undefined;
  /** How to begin, where there is no record yet. */
  start?: ReactNode;
  /** What is said where there is no record yet: 暂无数据 unless it is something else. */
  none?: string;
  /** Whoever sees several tenants has a column with each row's and a filter by one. */
  ofTenants?: true;
}

const noRows: never[] = [];

/** A list of records: its views, filters, rows, pages and what can be done with them. */
export function List<Input, Row extends Identified>(props: ListProps<Input, Row>) {
  const { name, label, sortFields, exports, bulk, drawer, actions, sums } = props;
  const { t } = useTranslation(['kit', 'common']);
  const can = useCan();
  const [openId, setOpenId] = useOpenRecord();
  const { filters, spansTenants } = useTenantFilter(props.filters, props.ofTenants);
  const list = useList({ ...props, filters });
  const { columns: columnsOf } = props;
  const given = props.columnsFollowRows ? list.answered : noRows;
  // As long as these are the same, rows that are the same are not drawn anew.
  const columns = useMemo(() => {
    const made = columnsOf(cellsOf<Row>(), given);
    return spansTenants ? made.toSpliced(1, 0, tenantColumn(t('tenant'))) : made;
  }, [columnsOf, given, spansTenants, t]);
  const { rows, asked } = list;
  const selection = useRowSelection(rows.data?.list, (row) => bulk?.nameOf(row) ?? '');
  const { sort, setSort, setValues, values, pageNum, pageSize, setPage } = list.address;
  const { table, shown, isDefault, restoreDefault } = useListTable({
    name,
    columns,
    rows: rows.data?.list,
    rowId: ({ id }) => id,
    sorting: { sort, setSort, fields: sortFields },
    selection,
  });
  const mayAct = bulk !== undefined && can(bulk.permission);
  const isSelectable = mayAct || sums !== undefined;
  const open = props.onOpen ?? (drawer && (({ id }: Row) => setOpenId(id)));
  const openRow = rows.data?.list.find((row) => row.id === openId);
  // The same element is not drawn anew: most of the time it is closed.
  const record = useMemo(
    () => drawer?.({ id: openId, row: openRow, open: setOpenId, onClose: () => setOpenId(null) }),
    [drawer, openId, openRow, setOpenId],
  );
  const exportFiltered = useStableCallback((path: DownloadPath, format: FileFormat) =>
    downloadFiltered(path, { ...asked, format }),
  );
  return (
    <>
      <ViewTabs name={name} query={props.query} filters={filters} scope={props.scope} />
      {filters.length > 0 && <FilterBar filters={filters} values={values} onSearch={setValues} />}
      <Suspense>
        <StaleRows rows={rows} />
      </Suspense>
      <div className={styles.panel}>
        <ListHead data={rows.data} columns={columns} selected={selection.ids.length}>
          {isSelectable && <BulkActions selection={selection} actions={mayAct ? bulk.actions : []} />}
          {actions}
          {exports && <ListExports exports={exports} onExport={exportFiltered} />}
          <ColumnSettings table={table} isDefault={isDefault} onRestore={restoreDefault} />
        </ListHead>
        {sums && <ListSums source={sums} asked={asked} picked={selection.ids} />}
        {props.tile && rows.data && rows.data.list.length > 0 ? (
          <ListTiles label={label} rows={rows.data.list} tile={props.tile} onOpen={open} />
        ) : (
          <ListTable
            label={label}
            table={table}
            shown={shown}
            state={rows}
            isSelectable={isSelectable}
            onOpen={open}
            start={props.start}
            none={props.none}
            onUnfilter={Object.keys(values).length > 0 ? () => setValues({}) : undefined}
          />
        )}
        <ListPages pageNum={pageNum} pageSize={pageSize} setPage={setPage} data={rows.data} />
      </div>
      <Suspense>{record}</Suspense>
    </>
  );
}
