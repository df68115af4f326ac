import type { BillDetail } from '@xyxlx/contracts/bill';
import { useTranslation } from 'react-i18next';
import { yuanText } from '../../lib/money.ts';
import styles from './bill-sum.module.css';

const parts = [
  { key: 'openingBalance', sign: '' },
  { key: 'topUpAmount', sign: '+' },
  { key: 'issuedAmount', sign: '+' },
  { key: 'refundedAmount', sign: '+' },
  { key: 'consumedAmount', sign: '−' },
  { key: 'recoveredAmount', sign: '−' },
  { key: 'feeAmount', sign: '−' },
] as const;

/** The sum of a bill as one adds it up: opening, what came in, what went out, closing. */
export function BillSum({ bill }: { bill: BillDetail }) {
  const { t } = useTranslation('bill');
  return (
    <table className={styles.sum}>
      <caption className="visually-hidden">{t('detail.sum')}</caption>
      <tbody>
        {parts.map(({ key, sign }) => (
          <tr key={key} data-zero={bill[key] === 0}>
            <th scope="row">{t(`field.${key}`)}</th>
            <td className={styles.sign}>{sign}</td>
            <td>{yuanText(bill[key])}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t('field.closingBalance')}</th>
          <td className={styles.sign}>=</td>
          <td>{yuanText(bill.closingBalance)}</td>
        </tr>
      </tfoot>
    </table>
  );
}
