import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { merchantSortFields, merchantStates } from '@xyxlx/contracts/merchant';
import { Form, Input, Select } from 'antd';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Page } from '../../kit/page.tsx';
import { PagedTable } from '../../kit/paged-table.tsx';
import { SearchForm } from '../../kit/search-form.tsx';
import { choices, text, useListState } from '../../kit/use-list-state.ts';
import { useOpenRecord } from '../../kit/use-open-record.ts';
import { api } from '../../lib/api.ts';
import { merchantColumns } from './merchant-columns.tsx';

const MerchantDrawer = lazy(async () => ({
  default: (await import('./merchant-drawer.tsx')).MerchantDrawer,
}));

const listShape = {
  filters: { keyword: text, region: text, state: choices(merchantStates) },
  sortFields: merchantSortFields,
};

/** The merchants one may see: filtered, sorted and paged by the server. */
export function Component() {
  const { t } = useTranslation('merchant');
  const list = useListState(listShape);
  const [openId, setOpenId] = useOpenRecord();
  const rows = useQuery(
    api.merchant.queryMerchant.queryOptions(list.input, { placeholderData: keepPreviousData }),
  );
  return (
    <Page title={t('list.title')} lead={t('list.lead')}>
      <SearchForm values={list.filters} onSearch={list.setFilters}>
        <Form.Item name="keyword" label={t('filter.keyword')}>
          <Input allowClear maxLength={100} placeholder={t('filter.keyword.hint')} />
        </Form.Item>
        <Form.Item name="state" label={t('field.state')}>
          <Select
            mode="multiple"
            allowClear
            maxTagCount="responsive"
            placeholder={t('filter.any')}
            options={merchantStates.map((value) => ({ value, label: t(`state.${value}`) }))}
          />
        </Form.Item>
        <Form.Item name="region" label={t('field.region')}>
          <Input allowClear maxLength={100} placeholder={t('filter.any')} />
        </Form.Item>
      </SearchForm>
      <PagedTable
        label={t('list.title')}
        columns={merchantColumns(t, setOpenId)}
        rows={rows}
        rowKey={(row) => row.id}
        paging={list.paging}
        onOpen={(row) => setOpenId(row.id)}
      />
      <Suspense>
        <MerchantDrawer id={openId} onClose={() => setOpenId(null)} />
      </Suspense>
    </Page>
  );
}
