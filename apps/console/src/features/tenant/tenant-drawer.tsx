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
import { dayText } from '../../lib/time.ts';
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
            record={tenant}
            facts={(cell) => [
              cell.figures('code', t('field.code'), (row) => row.code),
              cell.figures('merchantCode', t('field.merchantCode'), (row) => `M${row.merchantCode}`),
              cell.text('package', t('field.package'), (row) => row.package?.name ?? t('package.none')),
              cell.text('accounts', t('field.accounts'), accountsText),
              cell.text('expiresAt', t('field.expiresAt'), (row) =>
                row.expiresAt ? dayText(row.expiresAt) : t('expires.never'),
              ),
              cell.text('domains', t('field.domains'), (row) => row.domains.join(', ')),
              cell.custom('groups', t('field.groups'), (row) =>
                row.permissionGroups.map((group) => (
                  <Tag key={group}>{label(permissionTree[group].label)}</Tag>
                )),
              ),
              cell.moment('createdAt', t('field.createdAt'), (row) => row.createdAt),
            ]}
          />
        </>
      )}
    </DetailDrawer>
  );
}
