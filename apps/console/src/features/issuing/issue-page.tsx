import { Skeleton } from 'antd';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { AddressTabs } from '../../kit/address-tabs.tsx';
import { Page } from '../../kit/page.tsx';
import { useCan } from '../../lib/me.ts';
import { BatchList } from './batch-list.tsx';
import styles from './issuing.module.css';

const IssueWizard = lazy(async () => ({ default: (await import('./issue-wizard.tsx')).IssueWizard }));

/** 手动发放: the batches, and the steps that make a new one. */
export function Component() {
  const { t } = useTranslation('issuing');
  const mayIssue = useCan()('creditlimit.issue');
  const batches = {
    key: 'batches',
    label: t('tab.batches'),
    children: (
      <div className={styles.panel}>
        <BatchList />
      </div>
    ),
  };
  const wizard = {
    key: 'new',
    label: t('tab.new'),
    children: (
      <Suspense fallback={<Skeleton active paragraph={{ rows: 8 }} />}>
        <IssueWizard />
      </Suspense>
    ),
  };
  return (
    <Page title={t('page.title')} lead={t('page.lead')}>
      <AddressTabs items={mayIssue ? [batches, wizard] : [batches]} />
    </Page>
  );
}
