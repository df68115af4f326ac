import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  type BindingRow,
  bindingStates,
  bindingStateWords,
  channels,
  channelWords,
} from '@xyxlx/contracts/channel';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterChoice } from '../../kit/filter-choice.tsx';
import { FilterForm } from '../../kit/filter-form.tsx';
import { FilterText } from '../../kit/filter-text.tsx';
import { enumOptions } from '../../kit/filters/enum-options.ts';
import { lazyOverlay } from '../../kit/lazy-overlay.ts';
import { Page } from '../../kit/page.tsx';
import { PagedTable } from '../../kit/paged-table.tsx';
import { choices, text, useListState } from '../../kit/use-list-state.ts';
import { useOpenRecord } from '../../kit/use-open-record.ts';
import { api } from '../../lib/api.ts';
import { useCan } from '../../lib/me.ts';
import { bindingColumns } from './binding-columns.tsx';

// What lies over the list is fetched after it.
const BindingDrawer = lazyOverlay(async () => (await import('./binding-drawer.tsx')).BindingDrawer);
const BindingForm = lazy(async () => ({ default: (await import('./binding-form.tsx')).BindingForm }));

const listShape = {
  filters: { keyword: text, channel: choices(channels), state: choices(bindingStates) },
  sortFields: ['name', 'createdAt', 'updatedAt'] as const,
};

/** 渠道账号绑定: the accounts at payment and messaging channels. */
export function Component() {
  const { t } = useTranslation('channel');
  const can = useCan();
  const list = useListState(listShape);
  const [openId, setOpenId] = useOpenRecord();
  const [edited, setEdited] = useState<BindingRow | 'new' | null>(null);
  const rows = useQuery(
    api.channel.queryBinding.queryOptions(list.input, { placeholderData: keepPreviousData }),
  );
  return (
    <Page
      title={t('list.title')}
      lead={t('list.lead')}
      actions={
        can('channel.edit') && (
          <Button type="primary" onClick={() => setEdited('new')}>
            {t('list.add')}
          </Button>
        )
      }
    >
      <FilterForm values={list.filters} onSearch={list.setFilters}>
        <FilterText name="keyword" label={t('filter.keyword')} placeholder={t('filter.keyword.hint')} />
        <FilterChoice name="channel" label={t('field.channel')} options={enumOptions(channelWords)} />
        <FilterChoice name="state" label={t('field.state')} options={enumOptions(bindingStateWords)} />
      </FilterForm>
      <PagedTable
        label={t('list.title')}
        columns={bindingColumns(t, setOpenId)}
        rows={rows}
        rowKey={({ id }) => id}
        paging={list.paging}
        onOpen={({ id }) => setOpenId(id)}
      />
      <Suspense>
        <BindingDrawer id={openId} onEdit={setEdited} onClose={() => setOpenId(null)} />
        {edited && <BindingForm binding={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      </Suspense>
    </Page>
  );
}
