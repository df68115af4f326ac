import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type CompanyRow, certificationStates, certificationStateWords } from '@xyxlx/contracts/company';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { companyOptions } from '../../kit/company-options.ts';
import { FilterChoice } from '../../kit/filter-choice.tsx';
import { FilterForm } from '../../kit/filter-form.tsx';
import { FilterText } from '../../kit/filter-text.tsx';
import { enumOptions } from '../../kit/filters/enum-options.ts';
import { lazyOverlay } from '../../kit/lazy-overlay.ts';
import { Page } from '../../kit/page.tsx';
import { PagedTable } from '../../kit/paged-table.tsx';
import { recordId } from '../../kit/record-id.ts';
import { toggled } from '../../kit/table-selection.ts';
import { openPart, treeOrder } from '../../kit/tree-order.ts';
import { choices, text, useListState } from '../../kit/use-list-state.ts';
import { useOpenRecord } from '../../kit/use-open-record.ts';
import { api } from '../../lib/api.ts';
import { useCan } from '../../lib/me.ts';
import { companyColumns } from './company-columns.tsx';

// What lies over the list is fetched after it.
const CompanyDrawer = lazyOverlay(async () => (await import('./company-drawer.tsx')).CompanyDrawer);
const CompanyForm = lazy(async () => ({ default: (await import('./company-form.tsx')).CompanyForm }));

const listShape = {
  filters: { keyword: text, certification: choices(certificationStates), belowId: recordId },
  sortFields: ['name', 'createdAt', 'updatedAt'] as const,
  // A branch that goes on to the next page can't be seen as one.
  pageSize: 100,
};

/** The companies of the tenant, which form a tree. */
export function Component() {
  const { t } = useTranslation('company');
  const can = useCan();
  const list = useListState(listShape);
  const [openId, setOpenId] = useOpenRecord();
  const [edited, setEdited] = useState<CompanyRow | 'new' | null>(null);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const own = useQuery(api.company.getCompanyTree.queryOptions({}));
  const rows = useQuery(
    api.company.queryCompany.queryOptions(list.input, { placeholderData: keepPreviousData }),
  );
  const tree = treeOrder(rows.data?.list ?? [], ({ parent }) => parent?.id ?? null);
  const shown = openPart(tree, closed).map(({ item }) => item);
  const places = new Map(tree.map((place) => [place.item.id, place]));
  const toggle = (id: string) => setClosed((before) => toggled(before, id));
  return (
    <Page
      title={t('list.title')}
      lead={t('list.lead')}
      actions={
        can('company.edit') && (
          <Button type="primary" onClick={() => setEdited('new')}>
            {t('list.add')}
          </Button>
        )
      }
    >
      <FilterForm values={list.filters} onSearch={list.setFilters}>
        <FilterText name="keyword" label={t('filter.keyword')} placeholder={t('filter.keyword.hint')} />
        <FilterChoice
          isSingle
          name="belowId"
          label={t('filter.below')}
          options={companyOptions(own.data?.list ?? [])}
        />
        <FilterChoice
          name="certification"
          label={t('field.certification')}
          options={enumOptions(certificationStateWords)}
        />
      </FilterForm>
      <PagedTable
        label={t('list.title')}
        columns={companyColumns(t, { open: setOpenId, places, closed, onToggle: toggle })}
        rows={{ ...rows, data: rows.data && { ...rows.data, list: shown } }}
        rowKey={({ id }) => id}
        paging={list.paging}
        onOpen={({ id }) => setOpenId(id)}
      />
      <Suspense>
        <CompanyDrawer id={openId} onEdit={setEdited} onClose={() => setOpenId(null)} />
        {edited && <CompanyForm company={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      </Suspense>
    </Page>
  );
}
