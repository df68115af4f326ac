import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import type { PackageRow } from '@xyxlx/contracts/tenant';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../kit/confirm.ts';
import { PagedTable } from '../../kit/paged-table.tsx';
import { useListState } from '../../kit/use-list-state.ts';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { useCan } from '../../lib/me.ts';
import { countText } from '../../lib/money.ts';
import { PackageForm } from './package-form.tsx';

const listShape = { filters: {}, sortFields: ['code', 'name', 'createdAt'] as const };

/** The packages: which menus, and how many accounts. */
export function PackageList() {
  const { t } = useTranslation(['tenant', 'kit']);
  const can = useCan();
  const list = useListState(listShape);
  const [edited, setEdited] = useState<PackageRow | 'new' | null>(null);
  const rows = useQuery(
    api.tenant.queryPackage.queryOptions(list.input, { placeholderData: keepPreviousData }),
  );
  const remove = useMutation(
    api.tenant.deletePackage.mutationOptions({
      onSuccess: () => acted(t('kit:done'), api.tenant.pathFilter()),
    }),
  );

  async function askAndRemove({ id, version, name }: PackageRow): Promise<void> {
    const question = {
      title: t('package.delete.title', { name }),
      okText: t('act.delete'),
      isDangerous: true,
    };
    if (await confirm(question)) remove.mutate({ id, version });
  }

  return (
    <>
      <PagedTable<PackageRow, (typeof listShape.sortFields)[number]>
        label={t('tab.packages')}
        rows={rows}
        rowKey={({ id }) => id}
        paging={list.paging}
        actions={can('tenant.edit') && <Button onClick={() => setEdited('new')}>{t('package.add')}</Button>}
        columns={[
          { key: 'name', title: t('package.name'), sortable: true, render: ({ name }) => name },
          { key: 'code', title: t('package.code'), sortable: true, render: ({ code }) => code },
          {
            key: 'groups',
            title: t('field.groups'),
            align: 'end',
            render: ({ permissionGroups }) => countText(permissionGroups.length),
          },
          {
            key: 'maxAccounts',
            title: t('package.maxAccounts'),
            align: 'end',
            render: ({ maxAccounts }) =>
              maxAccounts === null ? t('package.unlimited') : countText(maxAccounts),
          },
          {
            key: 'tenantCount',
            title: t('package.tenantCount'),
            align: 'end',
            render: ({ tenantCount }) => countText(tenantCount),
          },
          ...(can('tenant.edit')
            ? [
                {
                  key: 'actions',
                  title: t('package.actions'),
                  align: 'end' as const,
                  render: (row: PackageRow) => (
                    <>
                      <Button type="link" size="small" onClick={() => setEdited(row)}>
                        {t('act.edit')}
                      </Button>
                      <Button
                        type="link"
                        size="small"
                        danger
                        disabled={row.tenantCount > 0}
                        onClick={() => askAndRemove(row)}
                      >
                        {t('act.delete')}
                      </Button>
                    </>
                  ),
                },
              ]
            : []),
        ]}
      />
      {edited && <PackageForm row={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </>
  );
}
