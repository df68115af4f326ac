import type { CardOrderDetail } from '@xyxlx/contracts/card-order';
import { invoiceApplicationStateWords } from '@xyxlx/contracts/invoice';
import { useTranslation } from 'react-i18next';
import { StateTag } from '../../kit/state-tag.tsx';
import { amountText } from '../../lib/money.ts';
import { minuteText } from '../../lib/time.ts';
import styles from './my-orders.module.css';

/** What was applied for to invoice an order, the newest first; nothing where nothing was. */
export function OrderInvoices({ invoices }: Pick<CardOrderDetail, 'invoices'>) {
  const { t } = useTranslation('order');
  if (invoices.length === 0) return null;
  return (
    <section>
      <h3>{t('invoices')}</h3>
      <ul className={styles.lines} aria-label={t('invoices')}>
        {invoices.map(({ id, applicationNo, state, amount, untaxedAmount, invoiceNo, createdAt }) => (
          <li key={id} className={styles.line}>
            <div>
              <span className="figures">{invoiceNo ?? applicationNo}</span>{' '}
              <StateTag words={invoiceApplicationStateWords[state]} />
              <div className={styles.small}>{minuteText(createdAt)}</div>
            </div>
            <div className={styles.end}>
              <span className="figures">{amountText(amount)}</span>
              <div className={styles.small}>
                {t('invoice.untaxed', { amount: amountText(untaxedAmount) })}
              </div>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
