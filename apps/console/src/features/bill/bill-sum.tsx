import type { BillDetail } from '@xyxlx/contracts/bill';
import { useTranslation } from 'react-i18next';
import { Amount, Amounts } from '../../kit/amounts.tsx';
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
    <div className={styles.sum}>
      <Amounts label={t('detail.sum')}>
        {parts.map(({ key, sign }) => (
          <Amount key={key} title={t(`field.${key}`)}>
            <span data-part={key} data-zero={bill[key] === 0}>
              {sign && <span className={styles.sign}>{sign}</span>}
              {amountText(bill[key])}
            </span>
          </Amount>
        ))}
      </Amounts>
    </div>
  );
}
