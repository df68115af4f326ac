import { skipToken, useQuery } from '@tanstack/react-query';
import { enabledStateWords } from '@xyxlx/contracts/enabled-state';
import type { RegisteredSubApp } from '@xyxlx/contracts/sub-app';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { RecordActions } from '../../kit/actions/record-actions.tsx';
import { DetailDrawer } from '../../kit/detail/detail-drawer.tsx';
import { Facts } from '../../kit/detail/facts.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { api } from '../../lib/api.ts';
import { useLabel } from '../../lib/label.ts';
import { permissionText } from './permission-text.ts';
import { registryActions } from './registry-actions.ts';

interface RegistryDrawerProps {
  /** Null keeps it closed. */
  id: string | null;
  onEdit(app: RegisteredSubApp): void;
  onClose(): void;
}

/** One sub-application of the registry. */
export function RegistryDrawer({ id, onEdit, onClose }: RegistryDrawerProps) {
  const { t } = useTranslation('sub-app');
  const label = useLabel();
  const navigate = useNavigate();
  const record = useQuery(api.subApp.getSubApp.queryOptions(id ? { id } : skipToken));
  const nameOf = ({ nameZh, nameEn }: RegisteredSubApp) => label({ zh: nameZh, en: nameEn });
  return (
    <DetailDrawer<RegisteredSubApp>
      open={id !== null}
      record={record}
      title={t('detail')}
      titleOf={nameOf}
      extra={({ state }) => <StateTag words={enabledStateWords[state]} />}
      footer={(app) => (
        <RecordActions
          record={app}
          nameOf={nameOf}
          actions={registryActions(t, { onEdit, onOpen: (path) => navigate(path) })}
        />
      )}
      onClose={onClose}
    >
      {(app) => (
        <Facts
          record={app}
          facts={(cell) => [
            cell.code('code', t('field.code'), (row) => row.code),
            cell.text('nameZh', t('field.nameZh'), (row) => row.nameZh),
            cell.text('nameEn', t('field.nameEn'), (row) => row.nameEn),
            cell.code('address', t('field.address'), (row) => row.address),
            cell.text('permission', t('field.permission'), (row) => permissionText(t, row.permission)),
            cell.count('place', t('field.place'), (row) => row.place),
            cell.stamp(
              'createdAt',
              t('field.createdAt'),
              (row) => row.createdAt,
              (row) => row.createdBy,
            ),
            cell.stamp(
              'updatedAt',
              t('field.updatedAt'),
              (row) => row.updatedAt,
              (row) => row.updatedBy,
            ),
          ]}
        />
      )}
    </DetailDrawer>
  );
}
