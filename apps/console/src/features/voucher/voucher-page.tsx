import { Skeleton } from 'antd';
import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { AddressTabs } from '../../kit/address-tabs.tsx';
import { Page } from '../../kit/page.tsx';
import { VoucherList } from './voucher-list.tsx';

const TrialBalance = lazy(async () => ({ default: (await import('./trial-balance.tsx')).TrialBalance }));
const AccountLedger = lazy(async () => ({ default: (await import('./account-ledger.tsx')).AccountLedger }));
const PeriodTiles = lazy(async () => ({ default: (await import('./period-tiles.tsx')).PeriodTiles }));
const Chart = lazy(async () => ({ default: (await import('./chart.tsx')).Chart }));

/** 记账凭证: vouchers, what stands on the accounts, the months of the books, and the chart of accounts. */
export function Component() {
  const { t } = useTranslation('voucher');
  return (
    <Page title={t('page.title')} lead={t('page.lead')}>
      <AddressTabs
        items={[
          { key: 'vouchers', label: t('tab.vouchers'), children: panel(<VoucherList />) },
          { key: 'balance', label: t('tab.balance'), children: panel(<TrialBalance />) },
          { key: 'ledger', label: t('tab.ledger'), children: panel(<AccountLedger />) },
          { key: 'period', label: t('tab.period'), children: panel(<PeriodTiles />) },
          { key: 'chart', label: t('tab.chart'), children: panel(<Chart />) },
        ]}
      />
    </Page>
  );
}

function panel(content: ReactNode) {
  return (
    <div style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 16 }}>
      <Suspense fallback={<Skeleton active paragraph={{ rows: 8 }} />}>{content}</Suspense>
    </div>
  );
}
