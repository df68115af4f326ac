import type { BillDetail } from '@xyxlx/contracts/bill';
import { billFigureWords, billSums } from '@xyxlx/contracts/bill-kinds';
import { useTranslation } from 'react-i18next';
import { Amount, Amounts } from '../../../kit/amounts.tsx';
import { useLabel } from '../../../lib/label.ts';
import { amountText } from '../../../lib/money.ts';
import styles from './bill-sum.module.css';

/** The sum of a bill as one reads it: opening, what came in, what went out, closing. */
export function BillSum({ bill }: { bill: BillDetail }) {
  const { t } = useTranslation('bill');
  const label = useLabel();
  const parts = [
    ...billSums[bill.kind].map(({ figure, sign }, place) => ({
      figure,
      sign: place === 0 ? '' : sign === 1 ? '+' : '−',
    })),
    { figure: 'closingBalance', sign: '=' } as const,
  ];
  return (
    <div className={styles.sum}>
      <Amounts label={t('detail.sum')}>
        {parts.map(({ figure, sign }) => (
          <Amount key={figure} title={label(billFigureWords[figure])}>
            <span data-part={figure} data-zero={bill[figure] === 0}>
              {sign && <span className={styles.sign}>{sign}</span>}
              {amountText(bill[figure])}
            </span>
          </Amount>
        ))}
      </Amounts>
    </div>
  );
}
