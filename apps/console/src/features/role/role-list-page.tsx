import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { RoleRow } from '@xyxlx/contracts/role';
import { Button, Form, Select } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Page } from '../../kit/page.tsx';
import { PagedTable } from '../../kit/paged-table.tsx';
import { SearchForm } from '../../kit/search-form.tsx';
import { TextInput } from '../../kit/text-input.ts';
import { type FilterCodec, text, useListState } from '../../kit/use-list-state.ts';
import { useOpenRecord } from '../../kit/use-open-record.ts';
import { api } from '../../lib/api.ts';
import { useCan } from '../../lib/me.ts';
import { useRoleName } from '../../lib/role-name.ts';
import { roleColumns } from './role-columns.tsx';

// What lies over the list is fetched after it.
const RoleDrawer = lazy(async () => ({ default: (await import('./role-drawer.tsx')).RoleDrawer }));
const RoleForm = lazy(async () => ({ default: (await import('./role-form.tsx')).RoleForm }));

const yesOrNo: FilterCodec<boolean> = {
  read: (value) => (value === 'yes' ? true : value === 'no' ? false : undefined),
  write: (value) => (value ? 'yes' : 'no'),
};

const listShape = {
  filters: { keyword: text, builtIn: yesOrNo },
  sortFields: ['name', 'code', 'createdAt', 'updatedAt'] as const,
};

/** The roles of the tenant: what they allow, how far they see, who has them. */
export function Component() {
  const { t } = useTranslation('role');
  const can = useCan();
  const nameOf = useRoleName();
  const list = useListState(listShape);
  const [openId, setOpenId] = useOpenRecord();
  const [edited, setEdited] = useState<RoleRow | 'new' | null>(null);
  const rows = useQuery(api.role.queryRole.queryOptions(list.input, { placeholderData: keepPreviousData }));
  return (
    <Page
      title={t('list.title')}
      lead={t('list.lead')}
      actions={
        can('role.edit') && (
          <Button type="primary" onClick={() => setEdited('new')}>
            {t('list.add')}
          </Button>
        )
      }
    >
      <SearchForm values={list.filters} onSearch={list.setFilters}>
        <Form.Item name="keyword" label={t('filter.keyword')}>
          <TextInput allowClear maxLength={100} placeholder={t('filter.keyword.hint')} />
        </Form.Item>
        <Form.Item name="builtIn" label={t('field.kind')}>
          <Select
            allowClear
            placeholder={t('filter.any')}
            options={[
              { value: true, label: t('kind.builtIn') },
              { value: false, label: t('kind.own') },
            ]}
          />
        </Form.Item>
      </SearchForm>
      <PagedTable
        label={t('list.title')}
        columns={roleColumns(t, nameOf, setOpenId)}
        rows={rows}
        rowKey={({ id }) => id}
        paging={list.paging}
        onOpen={({ id }) => setOpenId(id)}
      />
      <Suspense>
        <RoleDrawer id={openId} onEdit={setEdited} onClose={() => setOpenId(null)} />
        {edited && <RoleForm role={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      </Suspense>
    </Page>
  );
}
