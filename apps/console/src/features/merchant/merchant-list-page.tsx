import { type MerchantDetail, merchantSortFields, merchantStateWords } from '@xyxlx/contracts/merchant';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { choiceFilter } from '../../kit/filters/choice-filter.tsx';
import { optionFilter } from '../../kit/filters/option-filter.tsx';
import { textFilter } from '../../kit/filters/text-filter.tsx';
import { lazyOverlay } from '../../kit/lazy-overlay.ts';
import { ListScreen } from '../../kit/list/list-screen.tsx';
import { api } from '../../lib/api.ts';
import { merchantActions } from './merchant-actions.tsx';

const MerchantDrawer = lazyOverlay(async () => (await import('./merchant-drawer.tsx')).MerchantDrawer);
const MerchantForm = lazy(async () => ({ default: (await import('./merchant-form.tsx')).MerchantForm }));

/** The merchants one may see. */
export function Component() {
  const { t } = useTranslation('merchant');
  return (
    <ListScreen
      name="merchant"
      title={t('list.title')}
      lead={t('list.lead')}
      query={api.merchant.queryMerchant}
      ofTenants
      sortFields={merchantSortFields}
      filters={[
        textFilter('keyword', t('filter.keyword'), { placeholder: t('filter.keyword.hint') }),
        choiceFilter('state', t('field.state'), merchantStateWords),
        optionFilter('brandId', t('field.brand'), api.merchant.queryBrandOption),
        optionFilter('platformId', t('field.platform'), api.merchant.queryPlatformOption),
        textFilter('region', t('field.region')),
      ]}
      columns={(cell) => [
        cell.name('merchantNo', t('field.merchantNo'), (row) => row.merchantNo),
        cell.text('name', t('field.name'), (row) => row.name, { width: 220 }),
        cell.text('shortName', t('field.shortName'), (row) => row.shortName, { optional: true, width: 150 }),
        cell.figures('creditCode', t('field.creditCode'), (row) => row.creditCode, { optional: true }),
        cell.state('state', t('field.state'), merchantStateWords, (row) => row.state),
        cell.text('contactName', t('field.contactName'), (row) => row.contactName, { width: 110 }),
        cell.masked('contactMobile', t('field.contactMobile'), (row) => row.contactMobile),
        cell.text('brand', t('field.brand'), (row) => row.brand?.name, { width: 120 }),
        cell.text('platform', t('field.platform'), (row) => row.platform?.name, { width: 150 }),
        cell.figures('mcc', t('field.mcc'), (row) => row.mcc, { optional: true }),
        cell.text('region', t('field.region'), (row) => row.region, { width: 150 }),
        cell.minute('createdAt', t('field.createdAt'), (row) => row.createdAt),
      ]}
      bulk={{ permission: 'merchant.edit', nameOf: (row) => row.name, actions: merchantActions(t) }}
      exports={[{ permission: 'merchant.export', path: 'merchant/exportMerchant' }]}
      drawer={({ id, onEdit, onClose }) => <MerchantDrawer id={id} onEdit={onEdit} onClose={onClose} />}
      form={{
        permission: 'merchant.edit',
        label: t('list.add'),
        render: ({ record, onClose }: { record: MerchantDetail | null; onClose(): void }) => (
          <MerchantForm merchant={record} onClose={onClose} />
        ),
      }}
    />
  );
}
