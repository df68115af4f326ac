import { Skeleton } from 'antd';
import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { AddressTabs } from '../../kit/address-tabs.tsx';
import { Page } from '../../kit/page.tsx';
import { Desk } from './desk/desk.tsx';

const AlertList = lazy(async () => ({ default: (await import('./alerts/alert-list.tsx')).AlertList }));
const CaseList = lazy(async () => ({ default: (await import('./cases/case-list.tsx')).CaseList }));
const Dashboard = lazy(async () => ({ default: (await import('./dashboard/dashboard.tsx')).Dashboard }));

/** 合规审核: the desk where cases are worked, and what there is to look at besides. */
export function Component() {
  const { t } = useTranslation('compliance/cases');
  return (
    <Page title={t('page.title')} lead={t('page.lead')}>
      <AddressTabs
        items={[
          { key: 'desk', label: t('tab.desk'), children: <Desk /> },
          { key: 'cases', label: t('tab.cases'), children: panel(<CaseList />) },
          { key: 'alerts', label: t('tab.alerts'), children: panel(<AlertList />) },
          { key: 'dashboard', label: t('tab.dashboard'), children: panel(<Dashboard />) },
        ]}
      />
    </Page>
  );
}

/** What is fetched when its tab is opened. */
function panel(content: ReactNode) {
  return <Suspense fallback={<Skeleton active paragraph={{ rows: 8 }} />}>{content}</Suspense>;
}
