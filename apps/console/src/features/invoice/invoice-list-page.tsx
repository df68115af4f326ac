import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  type InvoiceRow,
  invoiceApplicationStates,
  invoiceApplicationStateWords,
} from '@xyxlx/contracts/invoice';
import { Button, Drawer } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterChoice } from '../../kit/filter-choice.tsx';
import { FilterForm } from '../../kit/filter-form.tsx';
import { FilterText } from '../../kit/filter-text.tsx';
import { enumOptions } from '../../kit/filters/enum-options.ts';
import { Page } from '../../kit/page.tsx';
import { PagedTable } from '../../kit/paged-table.tsx';
import { choices, text, useListState } from '../../kit/use-list-state.ts';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { invoiceColumns } from './invoice-columns.tsx';

// What lies over the list is fetched after it.
const InvoiceDrawer = lazy(async () => ({ default: (await import('./invoice-drawer.tsx')).InvoiceDrawer }));
const InvoiceForm = lazy(async () => ({ default: (await import('./invoice-form.tsx')).InvoiceForm }));

const listShape = {
  filters: { keyword: text, state: choices(invoiceApplicationStates) },
  sortFields: ['createdAt', 'amount', 'state'] as const,
};

/** 支付宝开票 behind sign-in: the applications, what finance decides of them, and the form itself. */
export function Component() {
  const { t } = useTranslation('invoice');
  const list = useListState(listShape);
  const [opened, setOpened] = useState<InvoiceRow | null>(null);
  const [isApplying, setApplying] = useState(false);
  const rows = useQuery(
    api.invoice.queryInvoice.queryOptions(list.input, { placeholderData: keepPreviousData }),
  );
  return (
    <Page
      title={t('list.title')}
      lead={t('list.lead')}
      actions={
        <Button type="primary" onClick={() => setApplying(true)}>
          {t('list.add')}
        </Button>
      }
    >
      <FilterForm values={list.filters} onSearch={list.setFilters}>
        <FilterText name="keyword" label={t('filter.keyword')} placeholder={t('filter.keyword.hint')} />
        <FilterChoice
          name="state"
          label={t('field.state')}
          options={enumOptions(invoiceApplicationStateWords)}
        />
      </FilterForm>
      <PagedTable
        label={t('list.title')}
        columns={invoiceColumns(t, setOpened)}
        rows={rows}
        rowKey={({ id }) => id}
        paging={list.paging}
        onOpen={setOpened}
      />
      <Suspense>
        {opened && <InvoiceDrawer row={opened} onClose={() => setOpened(null)} />}
        {isApplying && (
          <Drawer open size={520} title={t('form.title')} onClose={() => setApplying(false)}>
            <InvoiceForm
              onSaved={async ({ applicationNo }) => {
                setApplying(false);
                await acted(t('list.added', { applicationNo }), api.invoice.pathFilter());
              }}
            />
          </Drawer>
        )}
      </Suspense>
    </Page>
  );
}
