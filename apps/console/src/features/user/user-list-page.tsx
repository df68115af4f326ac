import { ImportOutlined } from '@ant-design/icons';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type UserRow, userSortFields, userStates } from '@xyxlx/contracts/user-administration';
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
import { choice, choices, text, useListState } from '../../kit/use-list-state.ts';
import { useNamedSelection } from '../../kit/use-named-selection.ts';
import { newImport, useOpenImport } from '../../kit/use-open-import.ts';
import { useOpenRecord } from '../../kit/use-open-record.ts';
import { api } from '../../lib/api.ts';
import { downloadFile } from '../../lib/files.ts';
import { useCan } from '../../lib/me.ts';
import { useRoleName } from '../../lib/role-name.ts';
import { userColumns } from './user-columns.tsx';
import { UserFilters } from './user-filters.tsx';

// What lies over the list is fetched after it.
const UserDrawer = lazyOverlay(async () => (await import('./user-drawer.tsx')).UserDrawer);
const UserForm = lazy(async () => ({ default: (await import('./user-form.tsx')).UserForm }));
const UserImport = lazy(async () => ({ default: (await import('./user-import.tsx')).UserImport }));
const UserBulk = lazy(async () => ({ default: (await import('./user-bulk.tsx')).UserBulk }));
const AssignRoleDialog = lazy(async () => ({
  default: (await import('./assign-role-dialog.tsx')).AssignRoleDialog,
}));
const InitialPasswordDialog = lazy(async () => ({
  default: (await import('./initial-password-dialog.tsx')).InitialPasswordDialog,
}));

const listShape = {
  filters: {
    keyword: text,
    state: choices(userStates),
    roleId: recordId,
    companyId: recordId,
    updatePassword: choice(['0', '1']),
  },
  sortFields: userSortFields,
};

/** The users one may see, and everything an administrator does with them. */
export function Component() {
  const { t } = useTranslation('user');
  const can = useCan();
  const queryClient = useQueryClient();
  const roleName = useRoleName();
  const list = useListState(listShape);
  const [openId, setOpenId] = useOpenRecord();
  const [importAt, goToImport] = useOpenImport();
  const [edited, setEdited] = useState<UserRow | 'new' | null>(null);
  const [bulk, setBulk] = useState<'enable' | 'disable' | 'assignRole' | null>(null);
  const [initial, setInitial] = useState<{ name: string; password: string } | null>(null);
  const rows = useQuery(
    api.userAccount.queryUser.queryOptions(wireFilters(list.input), { placeholderData: keepPreviousData }),
  );
  const look = useListLook('user', userColumns(t, roleName, setOpenId));
  const picked = useNamedSelection(rows.data?.list, ({ id, name }) => [id, name]);
  const { selection } = picked;
  const several = {
    ids: [...selection.keys],
    nameOf: picked.nameOf,
    onClose(isDone: boolean): void {
      setBulk(null);
      if (isDone) picked.clear();
    },
  };
  return (
    <Page
      title={t('list.title')}
      lead={t('list.lead')}
      actions={
        <>
          {can('user.import') && (
            <Button icon={<ImportOutlined aria-hidden />} onClick={() => goToImport(newImport)}>
              {t('list.import')}
            </Button>
          )}
          {can('user.edit') && (
            <Button type="primary" onClick={() => setEdited('new')}>
              {t('list.add')}
            </Button>
          )}
        </>
      }
    >
      <FilterForm values={list.filters} onSearch={list.setFilters}>
        <UserFilters />
      </FilterForm>
      <PagedTable
        label={t('list.title')}
        columns={look.columns}
        rows={rows}
        rowKey={({ id }) => id}
        paging={list.paging}
        onOpen={({ id }) => setOpenId(id)}
        {...(can('user.edit') && { selection })}
        actions={
          <>
            <SelectionActions selection={selection}>
              <Button onClick={() => setBulk('assignRole')}>{t('list.assignRole')}</Button>
              <Button onClick={() => setBulk('enable')}>{t('list.enable')}</Button>
              <Button danger onClick={() => setBulk('disable')}>
                {t('list.disable')}
              </Button>
            </SelectionActions>
            {look.tools}
            {can('user.export') && (
              <ExportButton
                onExport={(format) =>
                  downloadFile('userAccount/exportUserInfo', { ...wireFilters(list.filters), format })
                }
              />
            )}
          </>
        }
      />
      <Suspense>
        <UserDrawer
          id={openId}
          row={rows.data?.list.find(({ id }) => id === openId)}
          onEdit={setEdited}
          onPasswordReset={({ name }, password) => setInitial({ name, password })}
          onClose={() => setOpenId(null)}
        />
        {edited && (
          <UserForm
            user={edited === 'new' ? null : edited}
            onAdded={(name, password) => password && setInitial({ name, password })}
            onClose={() => setEdited(null)}
          />
        )}
        {importAt && (
          <UserImport
            onImported={() => queryClient.invalidateQueries(api.userAccount.queryUser.pathFilter())}
          />
        )}
        {bulk === 'assignRole' && <AssignRoleDialog {...several} />}
        {bulk && bulk !== 'assignRole' && <UserBulk step={bulk} {...several} />}
        {initial && <InitialPasswordDialog {...initial} onClose={() => setInitial(null)} />}
      </Suspense>
    </Page>
  );
}

function wireFilters<T extends { updatePassword?: '0' | '1' }>({ updatePassword, ...filters }: T) {
  return { ...filters, ...(updatePassword && { updatePassword: Number(updatePassword) }) };
}
