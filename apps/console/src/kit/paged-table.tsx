import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { countText } from '../lib/money.ts';
import type { Column } from './column.ts';
import styles from './paged-table.module.css';
import { Pagination } from './pagination.tsx';
import type { Rows } from './rows.ts';
import { TableBody } from './table-body.tsx';
import { TableHead } from './table-head.tsx';
import { type Selection, withPage } from './table-selection.ts';
import type { ListPaging } from './use-local-paging.ts';

interface PagedTableProps<Row, F extends string> {
  /** What the table holds, for screen readers. */
  label: string;
  columns: Column<Row>[];
  rows: Rows<Row>;
  rowKey(row: Row): string;
  paging: ListPaging<F>;
  /** Opens a row on a press anywhere in it; give the keyboard a button or a link in the row as well. */
  onOpen?: (row: Row) => void;
  /** The rows picked, kept over pages. */
  selection?: Selection;
  /** Above the table, at its right: export, column settings, bulk actions. */
  actions?: ReactNode;
}

/** A table whose rows, order and pages come from the server. */
export function PagedTable<Row, F extends string>(props: PagedTableProps<Row, F>) {
  const { label, columns, rows, rowKey, paging, onOpen, selection, actions } = props;
  const { t } = useTranslation('kit');
  const { data, isFetching } = rows;
  const keys = data?.list.map(rowKey) ?? [];
  usePageThatExists(rows, paging);
  return (
    <div className={styles.panel}>
      <header className={styles.head}>
        <p aria-live="polite" className="figures">
          {data &&
            t(data.totalIsEstimate ? 'table.totalAtLeast' : 'table.total', { total: countText(data.total) })}
          {selection &&
            selection.keys.size > 0 &&
            ` · ${t('table.selected', { count: selection.keys.size })}`}
          {columns.some(({ align }) => align === 'money') && (
            <span className={styles.unit}>{t('table.unit')}</span>
          )}
        </p>
        <div className={styles.actions}>{actions}</div>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section className={styles.scroll} aria-label={label} aria-busy={isFetching} tabIndex={0}>
        <table className={styles.table}>
          <TableHead
            columns={columns}
            sort={paging.sort}
            onSort={paging.setSort}
            selection={selection && withPage(selection, keys)}
          />
          <TableBody columns={columns} rows={rows} rowKey={rowKey} onOpen={onOpen} selection={selection} />
        </table>
      </section>
      {data && data.total > 0 && (
        <Pagination
          pageNum={paging.pageNum}
          pageSize={paging.pageSize}
          total={data.total}
          hasMore={Boolean(data.cursor)}
          onChange={paging.setPage}
        />
      )}
    </div>
  );
}

// Rows go away under whoever works through them: from a page that is no more one comes to the last there is.
function usePageThatExists<Row, F extends string>({ data, isFetching }: Rows<Row>, paging: ListPaging<F>) {
  const last = data && !data.totalIsEstimate ? Math.ceil(data.total / paging.pageSize) : 0;
  const isPastEnd = !isFetching && last > 0 && paging.pageNum > last;
  const goToLast = useEffectEvent(() => paging.correctPage(last));
  useEffect(() => {
    if (isPastEnd) goToLast();
  }, [isPastEnd]);
}
