import { useMutation } from '@tanstack/react-query';
import type { PackageRow } from '@xyxlx/contracts/tenant';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../kit/actions/confirm.ts';
import { List } from '../../kit/list/list.tsx';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { useCan } from '../../lib/me.ts';
import { countText } from '../../lib/money.ts';
import { PackageForm } from './package-form.tsx';

/** The packages: which menus, and how many accounts. */
export function PackageList() {
  const { t } = useTranslation(['tenant', 'kit']);
  const can = useCan();
  const [edited, setEdited] = useState<PackageRow | 'new' | null>(null);
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
      <List
        name="package"
        label={t('tab.packages')}
        query={api.tenant.queryPackage}
        sortFields={['code', 'name', 'createdAt']}
        filters={[]}
        columns={(cell) => [
          cell.text('name', t('package.name'), (row) => row.name),
          cell.text('code', t('package.code'), (row) => row.code),
          cell.count('groups', t('field.groups'), (row) => row.permissionGroups.length),
          cell.custom(
            'maxAccounts',
            t('package.maxAccounts'),
            ({ maxAccounts }) => (maxAccounts === null ? t('package.unlimited') : countText(maxAccounts)),
            { align: 'end' },
          ),
          cell.count('tenantCount', t('package.tenantCount'), (row) => row.tenantCount),
          ...(can('tenant.edit')
            ? [
                cell.custom(
                  'actions',
                  t('package.actions'),
                  (row) => (
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
                  { align: 'end', atEnd: true },
                ),
              ]
            : []),
        ]}
        actions={can('tenant.edit') && <Button onClick={() => setEdited('new')}>{t('package.add')}</Button>}
      />
      {edited && <PackageForm row={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </>
  );
}
