import { Flex, Skeleton } from 'antd';
import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { AddressTabs } from '../../kit/address-tabs.tsx';
import { Page } from '../../kit/page.tsx';
import { useCan } from '../../lib/me.ts';
import { AccountList } from './account-list.tsx';

const FlowList = lazy(async () => ({ default: (await import('./flow-list.tsx')).FlowList }));
const LineList = lazy(async () => ({ default: (await import('./line-list.tsx')).LineList }));
const ReconciliationList = lazy(async () => ({
  default: (await import('./reconciliation-list.tsx')).ReconciliationList,
}));
const TransferList = lazy(async () => ({ default: (await import('./transfer-list.tsx')).TransferList }));

/** 资金管理: what companies have, what moved it, and moving it from one to another. */
export function Component() {
  const { t } = useTranslation('fund');
  const can = useCan();
  return (
    <Page title={t('page.title')} lead={t('page.lead')}>
      <AddressTabs
        items={[
          { key: 'accounts', label: t('tab.accounts'), children: panel(<AccountList />) },
          {
            key: 'flows',
            label: t('tab.flows'),
            children: panel(<FlowList />),
          },
          {
            key: 'transfers',
            label: t('tab.transfers'),
            children: panel(<TransferList />),
          },
          ...(can('fund.reconcile')
            ? [
                {
                  key: 'reconciliation',
                  label: t('tab.reconciliation'),
                  children: panel(<ReconciliationList />),
                },
              ]
            : []),
          ...(can('topup.view')
            ? [
                {
                  key: 'claims',
                  label: t('tab.claims'),
                  children: panel(<LineList />),
                },
              ]
            : []),
        ]}
      />
    </Page>
  );
}

/** A list with what stands above it. */
function panel(list: ReactNode) {
  return (
    <Flex vertical gap={16}>
      <Suspense fallback={<Skeleton active paragraph={{ rows: 8 }} />}>{list}</Suspense>
    </Flex>
  );
}
