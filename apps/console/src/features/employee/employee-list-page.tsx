import { lazy, Suspense, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { AddressTabs } from '../../kit/address-tabs.tsx';
import { recordId } from '../../kit/filters/record-id.ts';
import { MerchantSelect } from '../../kit/merchant-select.tsx';
import { Page } from '../../kit/page.tsx';
import { useCan } from '../../lib/me.ts';
import { EmployeeList } from './employee-list.tsx';

const MerchantSummary = lazy(async () => ({
  default: (await import('./merchant-summary.tsx')).MerchantSummary,
}));
const BatchList = lazy(async () => ({ default: (await import('./limit-batch/batch-list.tsx')).BatchList }));

/** 商户详情: a merchant at a glance, its employees, and the batches that change their limits. */
export function Component() {
  const { t } = useTranslation('employee');
  const can = useCan();
  const fieldId = useId();
  const [search, setSearch] = useSearchParams();
  const merchantId = recordId.read(search.get('merchantId') ?? '');
  // Another merchant is another list: its filters start empty.
  const showMerchant = (next: string | undefined) => {
    const tab = search.get('tab');
    setSearch({ ...(next && { merchantId: next }), ...(tab && { tab }) });
  };
  const batches = (
    <Suspense>
      <BatchList key={merchantId} merchantId={merchantId} />
    </Suspense>
  );
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
            onChange={showMerchant}
          />
        </div>
      }
    >
      <Suspense>{merchantId && <MerchantSummary merchantId={merchantId} />}</Suspense>
      <AddressTabs
        keeps={['merchantId']}
        items={[
          {
            key: 'employees',
            label: t('tab.employees'),
            children: <EmployeeList key={merchantId} merchantId={merchantId} />,
          },
          ...(can('limit.view') ? [{ key: 'batches', label: t('tab.batches'), children: batches }] : []),
        ]}
      />
    </Page>
  );
}
