import { Tabs } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { MerchantSelect } from '../../kit/merchant-select.tsx';
import { Page } from '../../kit/page.tsx';
import { recordId } from '../../kit/record-id.ts';
import { useCan } from '../../lib/me.ts';
import { EmployeeList } from './employee-list.tsx';
import { BatchList } from './limit-batch/batch-list.tsx';
import { MerchantSummary } from './merchant-summary.tsx';

/** 商户详情: a merchant at a glance, its employees, and the batches that change their limits. */
export function Component() {
  const { t } = useTranslation('employee');
  const can = useCan();
  const [search, setSearch] = useSearchParams();
  const merchantId = recordId.read(search.get('merchantId') ?? '');
  const tab = search.get('tab') === 'batches' ? 'batches' : 'employees';
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
          <MerchantSelect value={merchantId} onChange={(next) => show({ merchantId: next, tab })} />
        </div>
      }
    >
      {merchantId && <MerchantSummary merchantId={merchantId} />}
      <Tabs
        activeKey={tab}
        onChange={(next) => show({ merchantId, tab: next })}
        destroyOnHidden
        items={[
          {
            key: 'employees',
            label: t('tab.employees'),
            children: <EmployeeList key={merchantId} merchantId={merchantId} />,
          },
          ...(can('limit.view')
            ? [
                {
                  key: 'batches',
                  label: t('tab.batches'),
                  children: <BatchList key={merchantId} merchantId={merchantId} />,
                },
              ]
            : []),
        ]}
      />
    </Page>
  );
}
