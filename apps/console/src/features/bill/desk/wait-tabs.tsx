import { type BillWait, billWaitWords } from '@xyxlx/contracts/bill-kinds';
import { Button, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLabel } from '../../../lib/label.ts';
import { countText } from '../../../lib/money.ts';
import styles from './wait-tabs.module.css';

interface WaitTabsProps {
  months: readonly { period: string; count: number }[];
  /** Null: all of them. */
  month: string | null;
  groups: readonly { wait: BillWait; count: number }[];
  wait: BillWait;
  onShow(to: { month?: string | null; wait?: BillWait }): void;
}

/** The months in which bills wait, and what for: each with how many there are. */
export function WaitTabs({ months, month, groups, wait, onShow }: WaitTabsProps) {
  const { t } = useTranslation('bill');
  const label = useLabel();
  const total = months.reduce((sum, { count }) => sum + count, 0);
  // A month in which nothing waits any more stays to be chosen while it is shown.
  const isGone = month !== null && !months.some(({ period }) => period === month);
  const options = [
    ...(isGone ? [{ value: month, label: t('desk.month', { month, total: 0 }) }] : []),
    ...months.map(({ period, count }) => ({
      value: period,
      label: t('desk.month', { month: period, total: countText(count) }),
    })),
    { value: '', label: t('desk.month', { month: t('desk.allMonths'), total: countText(total) }) },
  ];
  return (
    <div className={styles.bar}>
      <Select
        aria-label={t('field.period')}
        className={styles.month ?? ''}
        value={month ?? ''}
        options={options}
        onChange={(chosen) => onShow({ month: chosen || null })}
      />
      <nav aria-label={t('desk.groups')} className={styles.tabs}>
        {groups.map(({ wait: one, count }) => (
          <Button
            key={one}
            color={one === wait ? 'primary' : 'default'}
            variant={one === wait ? 'filled' : 'text'}
            aria-current={one === wait ? 'true' : undefined}
            onClick={() => onShow({ wait: one })}
          >
            {label(billWaitWords[one])}
            <span className="figures">{countText(count)}</span>
          </Button>
        ))}
      </nav>
    </div>
  );
}
