import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { billStates } from '@xyxlx/contracts/bill';
import { Form } from 'antd';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { ChoiceField } from '../../kit/choice-field.tsx';
import { ExportButton } from '../../kit/export-button.tsx';
import { lazyOverlay } from '../../kit/lazy-overlay.ts';
import { MerchantSelect } from '../../kit/merchant-select.tsx';
import { Page } from '../../kit/page.tsx';
import { PagedTable } from '../../kit/paged-table.tsx';
import { recordId } from '../../kit/record-id.ts';
import { SearchForm } from '../../kit/search-form.tsx';
import { TextInput } from '../../kit/text-input.ts';
import { useListLook } from '../../kit/use-list-look.tsx';
import { choices, text, useListState } from '../../kit/use-list-state.ts';
import { useOpenRecord } from '../../kit/use-open-record.ts';
import { api } from '../../lib/api.ts';
import { downloadFile } from '../../lib/files.ts';
import { useCan } from '../../lib/me.ts';
import { billColumns } from './bill-columns.tsx';
import { PeriodRange, type Periods, periods } from './period-range.tsx';

const BillDrawer = lazyOverlay(async () => (await import('./bill-drawer.tsx')).BillDrawer);

const listShape = {
  filters: { keyword: text, merchantId: recordId, state: choices(billStates), period: periods },
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
      <SearchForm values={list.filters} onSearch={list.setFilters}>
        <Form.Item name="keyword" label={t('filter.keyword')}>
          <TextInput allowClear maxLength={100} placeholder={t('filter.keyword.hint')} />
        </Form.Item>
        <Form.Item name="merchantId" label={t('field.merchant')}>
          <MerchantSelect />
        </Form.Item>
        <Form.Item name="period" label={t('field.period')}>
          <PeriodRange />
        </Form.Item>
        <ChoiceField
          name="state"
          label={t('field.state')}
          values={billStates}
          wordsOf={(value) => t(`state.${value}`)}
        />
      </SearchForm>
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

function wireFilters<T extends { period?: Periods }>({ period, ...filters }: T) {
  return { ...filters, ...(period && { periodFrom: period[0], periodTo: period[1] }) };
}
