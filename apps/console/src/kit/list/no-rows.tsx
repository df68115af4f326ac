import { Button, Empty } from 'antd';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../lib/failure.ts';
import styles from './list-table.module.css';
import type { List } from './use-list.ts';

interface NoRowsProps<Row> {
  /** Over how many columns. */
  span: number;
  list: List<Row>;
}

/** Why a list has no rows: on their way, none there, none that match, or not to be had. */
export function NoRows<Row>({ span, list }: NoRowsProps<Row>) {
  const { t } = useTranslation(['kit', 'common']);
  const { error, isFetching, refetch } = list.rows;
  const isFiltered = Object.keys(list.address.values).length > 0;
  return (
    <tbody>
      <tr>
        <td colSpan={span} className={styles.nothing}>
          {isFetching && t('table.loading')}
          {!isFetching && !error && (
            <Empty
              image={Empty.PRESENTED_IMAGE_SIMPLE}
              description={t(isFiltered ? 'table.noMatch' : 'table.empty')}
            >
              {isFiltered && (
                <Button onClick={() => list.address.setValues({})}>{t('table.dropFilters')}</Button>
              )}
            </Empty>
          )}
          {!isFetching && error !== null && (
            <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={failureOf(error).text}>
              <Button onClick={() => refetch()}>{t('common:retry')}</Button>
            </Empty>
          )}
        </td>
      </tr>
    </tbody>
  );
}
