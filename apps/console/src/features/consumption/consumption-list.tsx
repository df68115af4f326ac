import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  consumptionCategories,
  consumptionStates,
  consumptionTypes,
  payChannels,
} from '@xyxlx/contracts/consumption';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { days, ends, type Span } from '../../kit/days.ts';
import { ExportButton } from '../../kit/export-button.tsx';
import { fen } from '../../kit/fen-filter.ts';
import { FilterForm } from '../../kit/filter-form.tsx';
import { lazyOverlay } from '../../kit/lazy-overlay.ts';
import { PagedTable } from '../../kit/paged-table.tsx';
import { recordId } from '../../kit/record-id.ts';
import { useCursorInput } from '../../kit/use-cursor-input.ts';
import { useListLook } from '../../kit/use-list-look.tsx';
import { choices, text, useListState } from '../../kit/use-list-state.ts';
import { useOpenRecord } from '../../kit/use-open-record.ts';
import { api } from '../../lib/api.ts';
import { downloadFile } from '../../lib/files.ts';
import { useCan } from '../../lib/me.ts';
import { consumptionColumns } from './consumption-columns.tsx';
import { ConsumptionFilters } from './consumption-filters.tsx';

const ConsumptionDrawer = lazyOverlay(
  async () => (await import('./consumption-drawer.tsx')).ConsumptionDrawer,
);

const listShape = {
  filters: {
    merchantId: recordId,
    storeId: recordId,
    paid: days,
    paymentNo: text,
    type: choices(consumptionTypes),
    state: choices(consumptionStates),
    category: choices(consumptionCategories),
    channel: choices(payChannels),
    minAmount: fen,
    maxAmount: fen,
  },
  sortFields: ['paidAt'] as const,
};

interface ConsumptionListProps {
  title: string;
  /** Shows the records of this employee alone. */
  employeeId?: string;
}

/** Consumption records with their filters, their detail and what can be done about one. */
export function ConsumptionList({ title, employeeId }: ConsumptionListProps) {
  const { t } = useTranslation('consumption');
  const can = useCan();
  const list = useListState(listShape);
  const [openId, setOpenId] = useOpenRecord();
  const scope = employeeId === undefined ? {} : { employeeId };
  const pages = useCursorInput({ ...wireFilters(list.input), ...scope });
  const rows = useQuery(
    api.consumption.queryConsumption.queryOptions(pages.input, { placeholderData: keepPreviousData }),
  );
  pages.learn(rows);
  const look = useListLook('consumption', consumptionColumns(t, setOpenId, employeeId !== undefined));
  return (
    <>
      <FilterForm values={list.filters} onSearch={list.setFilters}>
        <ConsumptionFilters isOfOneEmployee={employeeId !== undefined} />
      </FilterForm>
      <PagedTable
        label={title}
        columns={look.columns}
        rows={rows}
        rowKey={(row) => row.id}
        paging={list.paging}
        onOpen={(row) => setOpenId(row.id)}
        actions={
          <>
            {look.tools}
            {can('consumption.export') && (
              <ExportButton
                onExport={(format) =>
                  downloadFile('consumption/exportConsumption', {
                    ...wireFilters(list.filters),
                    ...scope,
                    format,
                  })
                }
              />
            )}
          </>
        }
      />
      <Suspense>
        <ConsumptionDrawer id={openId} onOpen={setOpenId} onClose={() => setOpenId(null)} />
      </Suspense>
    </>
  );
}

function wireFilters<T extends { paid?: Span }>({ paid, ...filters }: T) {
  return { ...filters, ...ends(paid, 'paidFrom', 'paidTo') };
}
