import type { PackageRow } from '@xyxlx/contracts/tenant';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RecordActions } from '../../kit/actions/record-actions.tsx';
import { List } from '../../kit/list/list.tsx';
import { api } from '../../lib/api.ts';
import { useCan } from '../../lib/me.ts';
import { countText } from '../../lib/money.ts';
import { PackageForm } from './package-form.tsx';
import { packageActions } from './tenant-actions.ts';

/** The packages: which menus, and how many accounts. */
export function PackageList() {
  const { t } = useTranslation('tenant');
  const can = useCan();
  const [edited, setEdited] = useState<PackageRow | 'new' | null>(null);
  const actions = packageActions(t, setEdited);
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
                  (row) => <RecordActions record={row} nameOf={({ name }) => name} actions={actions} inRow />,
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
