import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { RoleRow } from '@xyxlx/contracts/role';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterChoice } from '../../kit/filter-choice.tsx';
import { FilterForm } from '../../kit/filter-form.tsx';
import { FilterText } from '../../kit/filter-text.tsx';
import { lazyOverlay } from '../../kit/lazy-overlay.ts';
import { Page } from '../../kit/page.tsx';
import { PagedTable } from '../../kit/paged-table.tsx';
import { SelectionActions } from '../../kit/selection-actions.tsx';
import { useListLook } from '../../kit/use-list-look.tsx';
import { choice, text, useListState } from '../../kit/use-list-state.ts';
import { useNamedSelection } from '../../kit/use-named-selection.ts';
import { useOpenRecord } from '../../kit/use-open-record.ts';
import { api } from '../../lib/api.ts';
import { useCan } from '../../lib/me.ts';
import { useRoleName } from '../../lib/role-name.ts';
import { roleColumns } from './role-columns.tsx';

// What lies over the list is fetched after it.
const RoleDrawer = lazyOverlay(async () => (await import('./role-drawer.tsx')).RoleDrawer);
const RoleForm = lazy(async () => ({ default: (await import('./role-form.tsx')).RoleForm }));
const RoleBulk = lazy(async () => ({ default: (await import('./role-bulk.tsx')).RoleBulk }));

const listShape = {
  filters: { keyword: text, builtIn: choice(['yes', 'no']) },
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
  const [isDeleting, setDeleting] = useState(false);
  const rows = useQuery(
    api.role.queryRole.queryOptions(wireFilters(list.input), { placeholderData: keepPreviousData }),
  );
  const look = useListLook('role', roleColumns(t, nameOf, setOpenId));
  const picked = useNamedSelection(rows.data?.list, (role) => [role.id, nameOf(role)]);
  const { selection } = picked;
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
      <FilterForm values={list.filters} onSearch={list.setFilters}>
        <FilterText name="keyword" label={t('filter.keyword')} placeholder={t('filter.keyword.hint')} />
        <FilterChoice
          isSingle
          name="builtIn"
          label={t('field.kind')}
          options={[
            { value: 'yes', label: t('kind.builtIn') },
            { value: 'no', label: t('kind.own') },
          ]}
        />
      </FilterForm>
      <PagedTable
        label={t('list.title')}
        columns={look.columns}
        rows={rows}
        rowKey={({ id }) => id}
        paging={list.paging}
        onOpen={({ id }) => setOpenId(id)}
        {...(can('role.edit') && { selection })}
        actions={
          <>
            <SelectionActions selection={selection}>
              <Button danger onClick={() => setDeleting(true)}>
                {t('list.delete')}
              </Button>
            </SelectionActions>
            {look.tools}
          </>
        }
      />
      <Suspense>
        <RoleDrawer id={openId} onEdit={setEdited} onClose={() => setOpenId(null)} />
        {isDeleting && (
          <RoleBulk
            ids={[...selection.keys]}
            nameOf={picked.nameOf}
            onClose={(isDone) => {
              setDeleting(false);
              if (isDone) picked.clear();
            }}
          />
        )}
        {edited && <RoleForm role={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      </Suspense>
    </Page>
  );
}

function wireFilters<T extends { builtIn?: 'yes' | 'no' }>({ builtIn, ...filters }: T) {
  return { ...filters, ...(builtIn && { builtIn: builtIn === 'yes' }) };
}
