import { type TenantRow, tenantStateWords } from '@xyxlx/contracts/tenant';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { enumOptions } from '../../kit/filters/enum-options.ts';
import { singleFilter } from '../../kit/filters/single-filter.tsx';
import { textFilter } from '../../kit/filters/text-filter.tsx';
import { List } from '../../kit/list/list.tsx';
import { api } from '../../lib/api.ts';
import { useCan } from '../../lib/me.ts';
import { dayText } from '../../lib/time.ts';
import { accountsText } from './accounts-text.ts';
import styles from './tenant.module.css';
import { TenantDrawer } from './tenant-drawer.tsx';
import { TenantForm } from './tenant-form.tsx';

/** The tenants one may see. */
export function TenantList() {
  const { t } = useTranslation('tenant');
  const can = useCan();
  const [edited, setEdited] = useState<TenantRow | 'new' | null>(null);
  return (
    <div className={styles.stack}>
      <List
        name="tenant"
        label={t('tab.tenants')}
        query={api.tenant.queryTenant}
        sortFields={['code', 'name', 'expiresAt', 'createdAt']}
        filters={[
          textFilter('keyword', t('filter.keyword'), { placeholder: t('filter.keyword.hint') }),
          singleFilter(
            'state',
            t('field.state'),
            enumOptions(tenantStateWords).map((option) => ({ ...option, wire: option.value })),
          ),
        ]}
        columns={(cell) => [
          cell.name('name', t('field.name'), (row) => row.name),
          cell.text('code', t('field.code'), (row) => row.code),
          cell.state('state', t('field.state'), tenantStateWords, (row) => row.state),
          cell.text('package', t('field.package'), (row) => row.package?.name ?? t('package.none')),
          cell.custom('accounts', t('field.accounts'), accountsText, { align: 'end' }),
          cell.figures('expiresAt', t('field.expiresAt'), ({ expiresAt }) =>
            expiresAt ? dayText(expiresAt) : t('expires.never'),
          ),
        ]}
        actions={can('tenant.edit') && <Button onClick={() => setEdited('new')}>{t('tenant.add')}</Button>}
        drawer={({ id, onClose }) => <TenantDrawer id={id} onEdit={setEdited} onClose={onClose} />}
      />
      {edited && <TenantForm tenant={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </div>
  );
}
