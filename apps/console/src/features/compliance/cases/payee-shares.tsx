import type { CaseExplanation } from '@xyxlx/contracts/compliance-case';
import { Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import { RowsTable } from '../../../kit/list/rows-table.tsx';
import styles from './case-view.module.css';

/** Whom the subject paid around the case, the most first, and how much of all that was. */
export function PayeeShares({ payees }: { payees: CaseExplanation['payees'] }) {
  const { t } = useTranslation('compliance/cases');
  if (payees.length === 0) return null;
  return (
    <section className={styles.card} aria-label={t('payees.title')}>
      <h3>{t('payees.title')}</h3>
      <RowsTable
        name="riskCasePayee"
        label={t('payees.title')}
        rows={payees}
        rowId={({ payee }) => payee.id}
        columns={(cell) => [
          cell.text('payee', t('strip.payee'), ({ payee }) => payee.name, { wraps: true }),
          cell.count('count', t('payees.count'), ({ count }) => count),
          cell.money('amount', t('field.amount'), ({ amount }) => amount),
          cell.custom(
            'share',
            t('payees.share'),
            ({ payee, share }) => (
              <Progress
                percent={share / 100}
                size="small"
                strokeColor="var(--brand)"
                railColor="var(--line)"
                aria-label={payee.name}
                format={(percent = 0) => `${percent.toFixed(1)}%`}
                style={{ minWidth: 160 }}
              />
            ),
            { width: 240 },
          ),
        ]}
      />
    </section>
  );
}
