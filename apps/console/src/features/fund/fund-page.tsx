import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { AddressTabs } from '../../kit/address-tabs.tsx';
import { Page } from '../../kit/page.tsx';
import { AccountList } from './account-list.tsx';

const FlowList = lazy(async () => ({ default: (await import('./flow-list.tsx')).FlowList }));
const TransferList = lazy(async () => ({ default: (await import('./transfer-list.tsx')).TransferList }));

/** 资金管理: what companies have, what moved it, and moving it from one to another. */
export function Component() {
  const { t } = useTranslation('fund');
  return (
    <Page title={t('page.title')} lead={t('page.lead')}>
      <AddressTabs
        items={[
          { key: 'accounts', label: t('tab.accounts'), children: <AccountList /> },
          {
            key: 'flows',
            label: t('tab.flows'),
            children: (
              <Suspense>
                <FlowList />
              </Suspense>
            ),
          },
          {
            key: 'transfers',
            label: t('tab.transfers'),
            children: (
              <Suspense>
                <TransferList />
              </Suspense>
            ),
          },
        ]}
      />
    </Page>
  );
}
