import { Button, Empty } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Failed } from '../failed.tsx';
import type { RowsState } from './use-list-rows.ts';

interface NoRowsProps {
  /** Over how many columns. */
  span: number;
  state: RowsState;
  onUnfilter: (() => void) | undefined;
  /** How to begin, where there is nothing yet. */
  start?: ReactNode;
  /** What is said where there is nothing yet, where that is not 暂无数据. */
  none?: string | undefined;
}

/** Why a list has no rows: on their way, none there, none that match, or not to be had. */
export function NoRows({ span, state, onUnfilter, start, none }: NoRowsProps) {
  const { t } = useTranslation('kit');
  const { error, isFetching, refetch } = state;
  return (
    <tbody>
      <tr>
        <td colSpan={span}>
          {isFetching && t('table.loading')}
          {!isFetching && !error && (
            <Empty
              image={Empty.PRESENTED_IMAGE_SIMPLE}
              description={onUnfilter ? t('table.noMatch') : (none ?? t('table.empty'))}
            >
              {onUnfilter ? <Button onClick={onUnfilter}>{t('table.dropFilters')}</Button> : start}
            </Empty>
          )}
          {!isFetching && error !== null && <Failed error={error} onRetry={refetch} />}
        </td>
      </tr>
    </tbody>
  );
}
