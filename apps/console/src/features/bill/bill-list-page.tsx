import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { billStates, billStateWords } from '@xyxlx/contracts/bill';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { ends, months, type Span } from '../../kit/days.ts';
import { ExportButton } from '../../kit/export-button.tsx';
import { FilterChoice } from '../../kit/filter-choice.tsx';
import { FilterForm } from '../../kit/filter-form.tsx';
import { FilterMerchant } from '../../kit/filter-merchant.tsx';
import { FilterSpan } from '../../kit/filter-span.tsx';
import { FilterText } from '../../kit/filter-text.tsx';
import { enumOptions } from '../../kit/filters/enum-options.ts';
import { lazyOverlay } from '../../kit/lazy-overlay.ts';
import { Page } from '../../kit/page.tsx';
import { PagedTable } from '../../kit/paged-table.tsx';
import { recordId } from '../../kit/record-id.ts';
import { useListLook } from '../../kit/use-list-look.tsx';
import { choices, text, useListState } from '../../kit/use-list-state.ts';
import { useOpenRecord } from '../../kit/use-open-record.ts';
import { api } from '../../lib/api.ts';
import { downloadFile } from '../../lib/files.ts';
import { useCan } from '../../lib/me.ts';
import { billColumns } from './bill-columns.tsx';

const BillDrawer = lazyOverlay(async () => (await import('./bill-drawer.tsx')).BillDrawer);

const listShape = {
  filters: { keyword: text, merchantId: recordId, state: choices(billStates), period: months },
  sortFields: ['period', 'closingBalance', 'state'] as const,
};

/** The merchants' bills, a month each. */
export function Component() {
  const { t } = useTranslation('bill');
  const can = useCan();
  const list = useListState(listShape);
  const [openId, setOpenId] = useOpenRecord();
  const rows = useQuery(
    api.bill.queryBill.queryOptions(wireFilters(list.input), { placeholderData: keepPreviousData }),
  );
  const look = useListLook('bill', billColumns(t, setOpenId));
  return (
    <Page title={t('list.title')} lead={t('list.lead')}>
      <FilterForm values={list.filters} onSearch={list.setFilters}>
        <FilterText name="keyword" label={t('filter.keyword')} placeholder={t('filter.keyword.hint')} />
        <FilterMerchant name="merchantId" label={t('field.merchant')} />
        <FilterSpan name="period" unit="month" label={t('field.period')} />
        <FilterChoice name="state" label={t('field.state')} options={enumOptions(billStateWords)} />
      </FilterForm>
      <PagedTable
        label={t('list.title')}
        columns={look.columns}
        rows={rows}
        rowKey={(row) => row.id}
        paging={list.paging}
        onOpen={(row) => setOpenId(row.id)}
        actions={
          <>
            {look.tools}
            {can('bill.export') && (
              <>
                <ExportButton
                  onExport={(format) =>
                    downloadFile('bill/exportBill', { ...wireFilters(list.filters), format })
                  }
                />
                <ExportButton
                  label={t('list.exportDetails')}
                  onExport={(format) =>
                    downloadFile('bill/exportBillDetails', { ...wireFilters(list.filters), format })
                  }
                />
              </>
            )}
          </>
        }
      />
      <Suspense>
        <BillDrawer id={openId} onClose={() => setOpenId(null)} />
      </Suspense>
    </Page>
  );
}

function wireFilters<T extends { period?: Span }>({ period, ...filters }: T) {
  return { ...filters, ...ends(period, 'periodFrom', 'periodTo') };
}
