import { skipToken, useQuery } from '@tanstack/react-query';
import { permissionTree } from '@xyxlx/contracts/permissions';
import { type TenantRow, tenantStateWords } from '@xyxlx/contracts/tenant';
import { Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { RecordActions } from '../../kit/actions/record-actions.tsx';
import { DetailDrawer } from '../../kit/detail/detail-drawer.tsx';
import { Facts } from '../../kit/detail/facts.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { api } from '../../lib/api.ts';
import { useLabel } from '../../lib/label.ts';
import { useCan } from '../../lib/me.ts';
import { dayText, momentText } from '../../lib/time.ts';
import { accountsText } from './accounts-text.ts';
import { FirstAdministrator } from './first-administrator.tsx';
import { tenantActions } from './tenant-actions.ts';

interface TenantDrawerProps {
  /** Null keeps it closed. */
  id: string | null;
  onEdit(tenant: TenantRow): void;
  onClose(): void;
}

/** One tenant over the list. */
export function TenantDrawer({ id, onEdit, onClose }: TenantDrawerProps) {
  const { t } = useTranslation('tenant');
  const can = useCan();
  const label = useLabel();
  const record = useQuery(api.tenant.getTenant.queryOptions(id ? { id } : skipToken));
  return (
    <DetailDrawer
      open={id !== null}
      record={record}
      title={t('detail.title')}
      titleOf={({ name }) => name}
      extra={({ state }) => <StateTag words={tenantStateWords[state]} />}
      footer={(tenant) =>
        can('tenant.edit') && (
          <RecordActions record={tenant} nameOf={({ name }) => name} actions={tenantActions(t, onEdit)} />
        )
      }
      onClose={onClose}
    >
      {(tenant) => (
        <>
          <FirstAdministrator tenant={tenant} />
          <Facts
            items={[
              { key: 'code', label: t('field.code'), value: tenant.code },
              { key: 'package', label: t('field.package'), value: tenant.package?.name ?? t('package.none') },
              { key: 'accounts', label: t('field.accounts'), value: accountsText(tenant) },
              {
                key: 'expiresAt',
                label: t('field.expiresAt'),
                value: tenant.expiresAt ? dayText(tenant.expiresAt) : t('expires.never'),
              },
              { key: 'domains', label: t('field.domains'), value: tenant.domains.join(', ') },
              {
                key: 'groups',
                label: t('field.groups'),
                value: tenant.permissionGroups.map((group) => (
                  <Tag key={group}>{label(permissionTree[group].label)}</Tag>
                )),
              },
              { key: 'createdAt', label: t('field.createdAt'), value: momentText(tenant.createdAt) },
            ]}
          />
        </>
      )}
    </DetailDrawer>
  );
}
