import { paths } from '@xyxlx/contracts/paths';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { amountText, countText } from '../../lib/money.ts';
import type { Home } from './home.ts';
import styles from './top-merchants.module.css';

/** The merchants with the highest consumption, each with its share of the highest. */
export function TopMerchants({ merchants }: { merchants: Home['topMerchants'] }) {
  const { t } = useTranslation('home');
  const most = Math.max(1, ...merchants.map(({ consumeAmount }) => consumeAmount));
  if (merchants.length === 0) return <p className={styles.none}>{t('top.none')}</p>;
  return (
    <ol className={styles.list}>
      {merchants.map(({ merchant, consumeAmount, consumeCount }) => (
        <li key={merchant.id}>
          <Link to={`${paths.storeBill}?merchantId=${merchant.id}`} className={styles.name ?? ''}>
            {merchant.name}
          </Link>
          <span className={styles.amount}>{amountText(consumeAmount)}</span>
          <span className={styles.bar} aria-hidden="true">
            <span style={{ width: `${(consumeAmount / most) * 100}%` }} />
          </span>
          <span className={styles.count}>
            {t('figures.count', { count: consumeCount, total: countText(consumeCount) })}
          </span>
        </li>
      ))}
    </ol>
  );
}
