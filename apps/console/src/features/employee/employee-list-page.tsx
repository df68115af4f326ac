import { lazy, Suspense, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { recordId } from '../../kit/filters/record-id.ts';
import { MerchantSelect } from '../../kit/merchant-select.tsx';
import { Page } from '../../kit/page.tsx';
import { TabBar } from '../../kit/tab-bar.tsx';
import { useCan } from '../../lib/me.ts';
import { EmployeeList } from './employee-list.tsx';

const MerchantSummary = lazy(async () => ({
  default: (await import('./merchant-summary.tsx')).MerchantSummary,
}));
const BatchList = lazy(async () => ({ default: (await import('./limit-batch/batch-list.tsx')).BatchList }));

const tabs = ['employees', 'batches'] as const;

/** 商户详情: a merchant at a glance, its employees, and the batches that change their limits. */
export function Component() {
  const { t } = useTranslation('employee');
  const can = useCan();
  const fieldId = useId();
  const [search, setSearch] = useSearchParams();
  const merchantId = recordId.read(search.get('merchantId') ?? '');
  const tab = search.get('tab') === 'batches' && can('limit.view') ? 'batches' : 'employees';
  // Another merchant or tab is another list: its filters start empty.
  const show = (next: { merchantId: string | undefined; tab: string }) =>
    setSearch({
      ...(next.merchantId && { merchantId: next.merchantId }),
      ...(next.tab !== 'employees' && { tab: next.tab }),
    });
  return (
    <Page
      title={t('page.title')}
      lead={t('page.lead')}
      actions={
        <div style={{ width: 300 }}>
          <label htmlFor={fieldId} className="visually-hidden">
            {t('field.merchant')}
          </label>
          <MerchantSelect
            id={fieldId}
            placeholder={t('field.merchant')}
            value={merchantId}
            onChange={(next) => show({ merchantId: next, tab })}
          />
        </div>
      }
    >
      <Suspense>{merchantId && <MerchantSummary merchantId={merchantId} />}</Suspense>
      <TabBar
        label={t('page.title')}
        current={tab}
        onChange={(next) => show({ merchantId, tab: next })}
        tabs={tabs
          .filter((key) => key === 'employees' || can('limit.view'))
          .map((key) => ({ key, label: t(`tab.${key}`) }))}
      >
        {tab === 'employees' ? (
          <EmployeeList key={merchantId} merchantId={merchantId} />
        ) : (
          <Suspense>
            <BatchList key={merchantId} merchantId={merchantId} />
          </Suspense>
        )}
      </TabBar>
    </Page>
  );
}
