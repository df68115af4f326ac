import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type MerchantDetail, merchantSortFields, merchantStates } from '@xyxlx/contracts/merchant';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ExportButton } from '../../kit/export-button.tsx';
import { FilterForm } from '../../kit/filter-form.tsx';
import { lazyOverlay } from '../../kit/lazy-overlay.ts';
import { Page } from '../../kit/page.tsx';
import { PagedTable } from '../../kit/paged-table.tsx';
import { recordId } from '../../kit/record-id.ts';
import { SelectionActions } from '../../kit/selection-actions.tsx';
import { useListLook } from '../../kit/use-list-look.tsx';
import { choices, text, useListState } from '../../kit/use-list-state.ts';
import { useNamedSelection } from '../../kit/use-named-selection.ts';
import { useOpenRecord } from '../../kit/use-open-record.ts';
import { api } from '../../lib/api.ts';
import { downloadFile } from '../../lib/files.ts';
import { useCan } from '../../lib/me.ts';
import { merchantColumns } from './merchant-columns.tsx';
import { MerchantFilters } from './merchant-filters.tsx';

// What lies over the list is fetched after it.
const MerchantDrawer = lazyOverlay(async () => (await import('./merchant-drawer.tsx')).MerchantDrawer);
const MerchantForm = lazy(async () => ({ default: (await import('./merchant-form.tsx')).MerchantForm }));
const MerchantBulk = lazy(async () => ({ default: (await import('./merchant-bulk.tsx')).MerchantBulk }));

const listShape = {
  filters: {
    keyword: text,
    region: text,
    state: choices(merchantStates),
    brandId: recordId,
    platformId: recordId,
  },
  sortFields: merchantSortFields,
};

/** The merchants one may see: filtered, sorted and paged by the server. */
export function Component() {
  const { t } = useTranslation('merchant');
  const can = useCan();
  const list = useListState(listShape);
  const [openId, setOpenId] = useOpenRecord();
  const [edited, setEdited] = useState<MerchantDetail | 'new' | null>(null);
  const [bulk, setBulk] = useState<'enable' | 'disable' | null>(null);
  const rows = useQuery(
    api.merchant.queryMerchant.queryOptions(list.input, { placeholderData: keepPreviousData }),
  );
  const look = useListLook('merchant', merchantColumns(t, setOpenId));
  const picked = useNamedSelection(rows.data?.list, ({ id, name }) => [id, name]);
  const { selection } = picked;
  return (
    <Page
      title={t('list.title')}
      lead={t('list.lead')}
      actions={
        can('merchant.edit') && (
          <Button type="primary" onClick={() => setEdited('new')}>
            {t('list.add')}
          </Button>
        )
      }
    >
      <FilterForm values={list.filters} onSearch={list.setFilters}>
        <MerchantFilters />
      </FilterForm>
      <PagedTable
        label={t('list.title')}
        columns={look.columns}
        rows={rows}
        rowKey={(row) => row.id}
        paging={list.paging}
        onOpen={(row) => setOpenId(row.id)}
        {...(can('merchant.edit') && { selection })}
        actions={
          <>
            <SelectionActions selection={selection}>
              <Button onClick={() => setBulk('enable')}>{t('list.enable')}</Button>
              <Button danger onClick={() => setBulk('disable')}>
                {t('list.disable')}
              </Button>
            </SelectionActions>
            {look.tools}
            {can('merchant.export') && (
              <ExportButton
                onExport={(format) => downloadFile('merchant/exportMerchant', { ...list.filters, format })}
              />
            )}
          </>
        }
      />
      <Suspense>
        <MerchantDrawer id={openId} onEdit={setEdited} onClose={() => setOpenId(null)} />
        {edited && (
          <MerchantForm merchant={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
        )}
        {bulk && (
          <MerchantBulk
            step={bulk}
            ids={[...selection.keys]}
            nameOf={picked.nameOf}
            onClose={(isDone) => {
              setBulk(null);
              if (isDone) picked.clear();
            }}
          />
        )}
      </Suspense>
    </Page>
  );
}
