import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { countText } from '../../lib/money.ts';
import type { Column } from './column.ts';
import styles from './list.module.css';
import type { ListPage } from './list-page.ts';

interface ListHeadProps {
  data: ListPage<unknown> | undefined;
  columns: readonly Column<never>[];
  selected?: number;
  /** What can be done with the list, at its right. */
  children: ReactNode;
}

/** Over the rows of a list: how many there are, how many are picked, and that amounts are in yuan. */
export function ListHead({ data, columns, selected = 0, children }: ListHeadProps) {
  const { t } = useTranslation('kit');
  return (
    <header className={styles.head}>
      <p aria-live="polite" className="figures">
        {data &&
          t(data.totalIsEstimate ? 'table.totalAtLeast' : 'table.total', { total: countText(data.total) })}
        {selected > 0 && ` · ${t('table.selected', { count: selected })}`}
        {columns.some(({ align }) => align === 'money') && (
          <span className={styles.unit}>{t('table.unit')}</span>
        )}
      </p>
      <div className={styles.actions}>{children}</div>
    </header>
  );
}
