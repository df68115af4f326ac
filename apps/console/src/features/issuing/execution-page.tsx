import { skipToken, useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { AddressTabs } from '../../kit/address-tabs.tsx';
import { Page } from '../../kit/page.tsx';
import { api } from '../../lib/api.ts';
import { ComingRuns } from './coming-runs.tsx';
import { ExecutionList } from './execution-list.tsx';
import styles from './issuing.module.css';
import { PlanList } from './plan-list.tsx';
import { RunPreview } from './run-preview.tsx';

const OverspentReport = lazy(async () => ({
  default: (await import('./overspent-report.tsx')).OverspentReport,
}));

/** 执行列表: what the plans' days came to and what comes next, of one plan or of all; and the plans themselves. */
export function Component() {
  const { t } = useTranslation('issuing');
  const { code } = useParams();
  const found = useQuery(
    api.autoIssue.queryPlan.queryOptions(code === undefined ? skipToken : { keyword: code, pageSize: 10 }),
  );
  const plan = found.data?.list.find((one) => one.code === code);
  if (code !== undefined) {
    return (
      <Page
        title={plan ? t('execution.of', { name: plan.name }) : t('tab.executions')}
        lead={plan?.words ?? ''}
      >
        {plan && (
          <div className={styles.panel}>
            <ExecutionList planId={plan.id} />
            <RunPreview asked={{ id: plan.id }} of={plan} />
          </div>
        )}
      </Page>
    );
  }
  return (
    <Page title={t('auto.title')} lead={t('auto.lead')}>
      <AddressTabs
        items={[
          {
            key: 'executions',
            label: t('tab.executions'),
            children: (
              <div className={styles.panel}>
                <ExecutionList planId={undefined} />
                <ComingRuns />
              </div>
            ),
          },
          {
            key: 'plans',
            label: t('tab.plans'),
            children: (
              <div className={styles.panel}>
                <PlanList />
              </div>
            ),
          },
          {
            key: 'overspent',
            label: t('tab.overspent'),
            children: (
              <Suspense fallback={<Skeleton active paragraph={{ rows: 6 }} />}>
                <OverspentReport />
              </Suspense>
            ),
          },
        ]}
      />
    </Page>
  );
}
