import { useQuery } from '@tanstack/react-query';
import { paths } from '@xyxlx/contracts/paths';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CopyButton } from '../../kit/copy-button.tsx';
import { Figures } from '../../kit/figures.tsx';
import { api } from '../../lib/api.ts';
import { failureOf } from '../../lib/failure.ts';
import { amountText, countText } from '../../lib/money.ts';
import styles from './merchant-summary.module.css';

/** A merchant in one line and five figures. */
export function MerchantSummary({ merchantId }: { merchantId: string }) {
  const { t } = useTranslation('employee');
  const { data: merchant, error } = useQuery(api.merchant.getMerchant.queryOptions({ id: merchantId }));
  const summary = merchant?.summary;
  const count = (value: number | undefined) => (value === undefined ? '…' : countText(value));
  const yuan = (value: number | undefined) => (value === undefined ? '…' : amountText(value));
  if (error) return <Alert type="error" showIcon title={failureOf(error).text} />;
  return (
    <div className={styles.summary}>
      <p className={styles.who}>
        <strong>{merchant?.name ?? '…'}</strong>
        {merchant && (
          <>
            <span className="figures">
              {merchant.merchantNo} <CopyButton value={merchant.merchantNo} />
            </span>
            <span>{merchant.region}</span>
            <Link to={`${paths.merchant}?open=${merchant.id}`}>{t('summary.open')}</Link>
          </>
        )}
      </p>
      <Figures
        label={t('summary.title')}
        items={[
          { key: 'stores', label: t('summary.stores'), value: count(summary?.storeCount) },
          { key: 'employees', label: t('summary.employees'), value: count(summary?.employeeCount) },
          { key: 'available', label: t('summary.available'), value: yuan(summary?.availableLimit) },
          { key: 'locked', label: t('summary.locked'), value: yuan(summary?.lockedLimit) },
          { key: 'used', label: t('summary.used'), value: yuan(summary?.usedLimit) },
        ]}
      />
    </div>
  );
}
