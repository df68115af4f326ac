import { useTranslation } from 'react-i18next';
import type { Column } from './column.ts';
import styles from './paged-table.module.css';
import type { PageSelection } from './table-selection.ts';
import type { Sort } from './use-local-paging.ts';

interface TableHeadProps<Row, F extends string> {
  columns: Column<Row>[];
  sort: Sort<F> | undefined;
  onSort(sort: Sort<F> | undefined): void;
  selection: PageSelection | undefined;
}

/** The head of a paged table: a press on a title sorts upwards, downwards, and as the server likes. */
export function TableHead<Row, F extends string>({
  columns,
  sort,
  onSort,
  selection,
}: TableHeadProps<Row, F>) {
  const { t } = useTranslation('kit');
  return (
    <thead>
      <tr>
        {selection && (
          <th scope="col" className={styles.box}>
            <input
              type="checkbox"
              aria-label={t('table.selectPage')}
              checked={selection.state === 'all'}
              disabled={selection.state === 'empty'}
              ref={(box) => {
                if (box) box.indeterminate = selection.state === 'some';
              }}
              onChange={selection.toggle}
            />
          </th>
        )}
        {columns.map((column) => {
          const order = sort?.field === column.key ? sort.order : undefined;
          return (
            <th
              key={column.key}
              scope="col"
              data-align={column.align}
              data-fixed={column.fixed}
              aria-sort={order && (order === 'asc' ? 'ascending' : 'descending')}
            >
              {column.sortable ? (
                <button
                  type="button"
                  className={styles.sort}
                  onClick={() => onSort(nextSort(column.key as F, order))}
                >
                  {column.title}
                  <span aria-hidden="true" data-order={order} className={styles.arrows} />
                </button>
              ) : (
                column.title
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

function nextSort<F extends string>(field: F, order: 'asc' | 'desc' | undefined): Sort<F> | undefined {
  if (order === 'desc') return undefined;
  return { field, order: order === 'asc' ? 'desc' : 'asc' };
}
