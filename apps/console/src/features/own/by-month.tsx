import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Button, Empty, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Failed } from '../../kit/failed.tsx';
import styles from './own.module.css';
import type { Month } from './use-month.ts';

interface ByMonthProps<Row> {
  month: Month;
  /** What the rows are. */
  label: string;
  rows: readonly Row[] | undefined;
  error: unknown;
  onRetry(): unknown;
  rowId(row: Row): string;
  /** Reads on, where there is more of the month. */
  more: (() => void) | undefined;
  children(row: Row): ReactNode;
}

/** What happened in one month, the newest first, with the way to the months around it. */
export function ByMonth<Row>(props: ByMonthProps<Row>) {
  const { month, label, rows, error, onRetry, rowId, more, children } = props;
  const { t } = useTranslation('own');
  return (
    <div>
      <div className={styles.month}>
        <Button
          type="text"
          aria-label={t('month.previous')}
          icon={<LeftOutlined />}
          onClick={month.previous}
        />
        <span className="figures" aria-live="polite">
          {month.month}
        </span>
        <Button
          type="text"
          aria-label={t('month.next')}
          icon={<RightOutlined />}
          disabled={!month.next}
          onClick={month.next}
        />
      </div>
      {!rows && error !== null && <Failed error={error} onRetry={onRetry} />}
      {!rows && error === null && <Skeleton active />}
      {rows?.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('month.none')} />}
      {rows && rows.length > 0 && (
        <ul className={styles.rows} aria-label={label}>
          {rows.map((row) => (
            <li key={rowId(row)} className={styles.row}>
              {children(row)}
            </li>
          ))}
        </ul>
      )}
      {more && (
        <Button block onClick={more}>
          {t('month.more')}
        </Button>
      )}
    </div>
  );
}
