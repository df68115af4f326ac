import type { BillDetail } from '@xyxlx/contracts/bill';
import { useTranslation } from 'react-i18next';
import { amountText } from '../../lib/money.ts';
import styles from './bill-sum.module.css';

const parts = [
  { key: 'openingBalance', sign: '' },
  { key: 'topUpAmount', sign: '+' },
  { key: 'issuedAmount', sign: '+' },
  { key: 'refundedAmount', sign: '+' },
  { key: 'consumedAmount', sign: '−' },
  { key: 'recoveredAmount', sign: '−' },
  { key: 'feeAmount', sign: '−' },
  { key: 'closingBalance', sign: '=' },
] as const;

/** The sum of a bill as one reads it: opening, what came in, what went out, closing. */
export function BillSum({ bill }: { bill: BillDetail }) {
  const { t } = useTranslation('bill');
  return (
    <dl className={styles.sum} aria-label={t('detail.sum')}>
      {parts.map(({ key, sign }) => (
        <div key={key} className={styles.part} data-part={key} data-zero={bill[key] === 0}>
          <dt>{t(`field.${key}`)}</dt>
          <dd>
            {sign && <span className={styles.sign}>{sign}</span>}
            {amountText(bill[key])}
          </dd>
        </div>
      ))}
    </dl>
  );
}
