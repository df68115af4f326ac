import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../lib/failure.ts';
import type { Column } from './column.ts';
import styles from './paged-table.module.css';
import { PlainButton } from './plain-button.tsx';
import type { Rows } from './rows.ts';
import { type Selection, toggled } from './table-selection.ts';

interface TableBodyProps<Row> {
  columns: Column<Row>[];
  rows: Rows<Row>;
  rowKey(row: Row): string;
  onOpen: ((row: Row) => void) | undefined;
  selection: Selection | undefined;
}

/** The rows of a paged table, or why there are none. */
export function TableBody<Row>({ columns, rows, rowKey, onOpen, selection }: TableBodyProps<Row>) {
  const { t } = useTranslation('kit');
  const list = rows.data?.list ?? [];
  if (list.length === 0) {
    return <NoRows span={columns.length + (selection ? 1 : 0)} rows={rows} />;
  }
  return (
    <tbody>
      {list.map((row) => {
        const key = rowKey(row);
        return (
          <tr
            key={key}
            className={onOpen ? styles.openable : undefined}
            aria-selected={selection?.keys.has(key)}
            onClick={onOpen && ((event) => isOnBareRow(event) && onOpen(row))}
          >
            {selection && (
              <td className={styles.box}>
                <input
                  type="checkbox"
                  aria-label={t('table.selectRow')}
                  checked={selection.keys.has(key)}
                  onChange={() => selection.onChange(toggled(selection.keys, key))}
                />
              </td>
            )}
            {columns.map((column) => {
              const content = column.render(row);
              return (
                <td key={column.key} data-align={column.align} data-fixed={column.fixed}>
                  {column.width ? (
                    <div
                      className={styles.cut}
                      style={{ maxWidth: column.width }}
                      title={typeof content === 'string' ? content : undefined}
                    >
                      {content}
                    </div>
                  ) : (
                    content
                  )}
                </td>
              );
            })}
          </tr>
        );
      })}
    </tbody>
  );
}

interface NoRowsProps<Row> extends Pick<TableBodyProps<Row>, 'rows'> {
  span: number;
}

function NoRows<Row>({ span, rows }: NoRowsProps<Row>) {
  const { t } = useTranslation(['kit', 'common']);
  const { error, isFetching, refetch } = rows;
  return (
    <tbody>
      <tr>
        <td colSpan={span} className={styles.nothing}>
          {isFetching && t('table.loading')}
          {!isFetching && !error && t('table.empty')}
          {!isFetching && error !== null && (
            <>
              <p>{failureOf(error).text}</p>
              <PlainButton onClick={() => refetch()}>{t('common:retry')}</PlainButton>
            </>
          )}
        </td>
      </tr>
    </tbody>
  );
}

// A press on a link, a button or a box means that one, and text being selected means nothing.
function isOnBareRow(event: MouseEvent): boolean {
  const isControl = (event.target as HTMLElement).closest('a, button, input, label') !== null;
  return !isControl && window.getSelection()?.isCollapsed !== false;
}
