import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type TenantRow, tenantStates, tenantStateWords } from '@xyxlx/contracts/tenant';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterChoice } from '../../kit/filter-choice.tsx';
import { FilterForm } from '../../kit/filter-form.tsx';
import { FilterText } from '../../kit/filter-text.tsx';
import { enumOptions } from '../../kit/filters/enum-options.ts';
import { PagedTable } from '../../kit/paged-table.tsx';
import { RowButton } from '../../kit/row-button.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { choice, text, useListState } from '../../kit/use-list-state.ts';
import { useOpenRecord } from '../../kit/use-open-record.ts';
import { api } from '../../lib/api.ts';
import { useCan } from '../../lib/me.ts';
import { dayText } from '../../lib/time.ts';
import { accountsText } from './accounts-text.ts';
import styles from './tenant.module.css';
import { TenantDrawer } from './tenant-drawer.tsx';
import { TenantForm } from './tenant-form.tsx';

const listShape = {
  filters: { keyword: text, state: choice(tenantStates) },
  sortFields: ['code', 'name', 'expiresAt', 'createdAt'] as const,
};

/** The tenants one may see. */
export function TenantList() {
  const { t } = useTranslation('tenant');
  const can = useCan();
  const list = useListState(listShape);
  const [openId, setOpenId] = useOpenRecord();
  const [edited, setEdited] = useState<TenantRow | 'new' | null>(null);
  const rows = useQuery(
    api.tenant.queryTenant.queryOptions(list.input, { placeholderData: keepPreviousData }),
  );
  return (
    <div className={styles.stack}>
      <FilterForm values={list.filters} onSearch={list.setFilters}>
        <FilterText name="keyword" label={t('filter.keyword')} placeholder={t('filter.keyword.hint')} />
        <FilterChoice
          isSingle
          name="state"
          label={t('field.state')}
          options={enumOptions(tenantStateWords)}
        />
      </FilterForm>
      <PagedTable<TenantRow, (typeof listShape.sortFields)[number]>
        label={t('tab.tenants')}
        rows={rows}
        rowKey={({ id }) => id}
        paging={list.paging}
        onOpen={({ id }) => setOpenId(id)}
        actions={can('tenant.edit') && <Button onClick={() => setEdited('new')}>{t('tenant.add')}</Button>}
        columns={[
          {
            key: 'name',
            title: t('field.name'),
            sortable: true,
            fixed: 'start',
            render: ({ id, name }) => <RowButton onPress={() => setOpenId(id)}>{name}</RowButton>,
          },
          { key: 'code', title: t('field.code'), sortable: true, render: ({ code }) => code },
          {
            key: 'state',
            title: t('field.state'),
            render: ({ state }) => <StateTag words={tenantStateWords[state]} />,
          },
          {
            key: 'package',
            title: t('field.package'),
            render: (row) => row.package?.name ?? t('package.none'),
          },
          {
            key: 'accounts',
            title: t('field.accounts'),
            align: 'end',
            render: accountsText,
          },
          {
            key: 'expiresAt',
            title: t('field.expiresAt'),
            sortable: true,
            render: ({ expiresAt }) => (
              <span className="figures">{expiresAt ? dayText(expiresAt) : t('expires.never')}</span>
            ),
          },
        ]}
      />
      <TenantDrawer id={openId} onEdit={setEdited} onClose={() => setOpenId(null)} />
      {edited && <TenantForm tenant={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </div>
  );
}
