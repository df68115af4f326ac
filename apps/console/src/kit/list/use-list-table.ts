import {
  type ColumnDef,
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  functionalUpdate,
  type ReactTable,
  type RowData,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import { usePreference } from '../../lib/preference.ts';
import type { Column } from './column.ts';
import { type ColumnLayout, readLayout } from './column-layout.ts';
import type { ListPlace } from './list-place.ts';
import { shownColumns } from './shown-column.ts';
import type { RowSelection } from './use-row-selection.ts';

const features = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowSelectionFeature,
  rowSortingFeature,
  columnMeta: {} as Pick<Column<never>, 'align'>,
});

const noRows: never[] = [];
const noFields: readonly string[] = [];
const noneSelected = {};
/** Of a column that neither its definition nor the user gave a width, once it is pinned beside others. */
const defaultWidth = 160;

interface ListTableOptions<Row extends RowData> {
  /** Under which the layout of the columns is kept. */
  name: string;
  columns: readonly Column<Row>[];
  rows: Row[] | undefined;
  rowId(row: Row): string;
  /** Which columns sort, and by which the rows are sorted now; nothing sorts without it. */
  sorting?: Pick<ListPlace, 'sort' | 'setSort'> & { fields: readonly string[] };
  selection?: RowSelection;
}

/** The table of rows: the server filters, sorts and pages; the user shows, orders, pins and sizes columns. */
export function useListTable<Row extends RowData>(options: ListTableOptions<Row>) {
  const { name, columns, rows = noRows, rowId, sorting, selection } = options;
  const [kept, keep] = usePreference(`${name}.columns`, readLayout);
  const usual = useMemo(() => defaultLayout(columns), [columns]);
  const layout = kept ?? usual;
  const fields = sorting?.fields ?? noFields;
  const definitions = useMemo(() => columns.map((column) => definitionOf(column, fields)), [columns, fields]);
  const sorted = sorting?.sort ? [{ id: sorting.sort.field, desc: sorting.sort.order === 'desc' }] : [];
  const pinning = { start: layout.pinned, end: columns.filter(({ atEnd }) => atEnd).map(({ key }) => key) };
  const change = (part: Partial<ColumnLayout>) => keep({ ...layout, ...part });

  const table = useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: rowId,
    manualSorting: true,
    sortDescFirst: false,
    columnResizeMode: 'onEnd',
    state: {
      columnOrder: layout.order,
      columnPinning: pinning,
      columnSizing: layout.widths,
      columnVisibility: Object.fromEntries(layout.hidden.map((key) => [key, false])),
      rowSelection: selection?.state ?? noneSelected,
      sorting: sorted,
    },
    onColumnOrderChange: (next) => change({ order: functionalUpdate(next, layout.order) }),
    onColumnPinningChange: (next) => change({ pinned: functionalUpdate(next, pinning).start }),
    onColumnSizingChange: (next) => change({ widths: functionalUpdate(next, layout.widths) }),
    onColumnVisibilityChange: (next) => {
      const visible = functionalUpdate(
        next,
        Object.fromEntries(columns.map(({ key }) => [key, !layout.hidden.includes(key)])),
      );
      change({ hidden: columns.map(({ key }) => key).filter((key) => visible[key] === false) });
    },
    onRowSelectionChange: (next) => selection?.change(next),
    onSortingChange: (next) => {
      const [first] = functionalUpdate(next, sorted);
      sorting?.setSort(first && { field: first.id, order: first.desc ? 'desc' : 'asc' });
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the table is another with every render, what it shows follows from these.
  const shown = useMemo(() => shownColumns(table, columns), [definitions, layout]);
  return { table, shown, isDefault: kept === null, restoreDefault: () => keep(usual) };
}

export type ListTable<Row extends RowData> = ReactTable<typeof features, Row>;

function definitionOf<Row extends RowData>(
  column: Column<Row>,
  sortFields: readonly string[],
): ColumnDef<typeof features, Row> {
  return {
    id: column.key,
    header: column.title,
    size: column.width ?? defaultWidth,
    minSize: 60,
    maxSize: 800,
    enableHiding: !isFixed(column),
    enablePinning: !isFixed(column),
    enableSorting: sortFields.includes(column.key),
    // The server sorts; without a value the library takes a column for one that can't be sorted.
    accessorFn: () => null,
    meta: column,
  };
}

/** Whether a column keeps its place, whatever the user likes. */
function isFixed({ opens, leads, atEnd }: Column<never>): boolean {
  return Boolean(opens || leads || atEnd);
}

function defaultLayout(columns: readonly Column<never>[]): ColumnLayout {
  return {
    hidden: columns.filter(({ optional }) => optional).map(({ key }) => key),
    order: columns.map(({ key }) => key),
    pinned: columns.filter(({ opens, leads }) => opens || leads).map(({ key }) => key),
    widths: {},
  };
}
