import { enabledStateWords } from '@xyxlx/contracts/enabled-state';
import type { RegisteredSubApp } from '@xyxlx/contracts/sub-app';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { choiceFilter } from '../../kit/filters/choice-filter.tsx';
import { textFilter } from '../../kit/filters/text-filter.tsx';
import { lazyOverlay } from '../../kit/lazy-overlay.ts';
import { ListScreen } from '../../kit/list/list-screen.tsx';
import { api } from '../../lib/api.ts';
import { useLabel } from '../../lib/label.ts';
import { permissionText } from './permission-text.ts';

const RegistryDrawer = lazyOverlay(async () => (await import('./registry-drawer.tsx')).RegistryDrawer);
const RegistryForm = lazy(async () => ({ default: (await import('./registry-form.tsx')).RegistryForm }));

/** 子应用登记: what the console embeds, where it is, and who has it in the menu. */
export function Component() {
  const { t } = useTranslation('sub-app');
  const label = useLabel();
  return (
    <ListScreen
      name="subApp"
      title={t('list.title')}
      lead={t('list.lead')}
      none={t('list.none')}
      query={api.subApp.queryRegisteredSubApp}
      sortFields={['place', 'code', 'updatedAt']}
      filters={[
        textFilter('keyword', t('filter.keyword')),
        choiceFilter('state', t('field.state'), enabledStateWords),
      ]}
      columns={(cell) => [
        cell.name('name', t('field.name'), ({ nameZh, nameEn }) => label({ zh: nameZh, en: nameEn })),
        cell.figures('code', t('field.code'), (row) => row.code, { wide: true }),
        cell.text('address', t('field.address'), (row) => row.address, { width: 300, wide: true }),
        cell.text('permission', t('field.permission'), (row) => permissionText(t, row.permission)),
        cell.count('place', t('field.place'), (row) => row.place, { wide: true }),
        cell.state('state', t('field.state'), enabledStateWords, (row) => row.state),
        cell.minute('updatedAt', t('field.updatedAt'), (row) => row.updatedAt, { wide: true }),
      ]}
      drawer={({ id, onEdit, onClose }) => <RegistryDrawer id={id} onEdit={onEdit} onClose={onClose} />}
      form={{
        permission: 'service.subapp',
        label: t('list.add'),
        isStart: true,
        render: ({ record, onClose }: { record: RegisteredSubApp | null; onClose(): void }) => (
          <RegistryForm app={record} onClose={onClose} />
        ),
      }}
    />
  );
}
