import { dataScopeWords, type RoleRow } from '@xyxlx/contracts/role';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { singleFilter } from '../../kit/filters/single-filter.tsx';
import { textFilter } from '../../kit/filters/text-filter.tsx';
import { lazyOverlay } from '../../kit/lazy-overlay.ts';
import { ListScreen } from '../../kit/list/list-screen.tsx';
import { ToneTag } from '../../kit/tone-tag.tsx';
import { api } from '../../lib/api.ts';
import { yuanText } from '../../lib/money.ts';
import { useRoleName } from '../../lib/role-name.ts';
import { roleActions } from './role-actions.ts';

const RoleDrawer = lazyOverlay(async () => (await import('./role-drawer.tsx')).RoleDrawer);
const RoleForm = lazy(async () => ({ default: (await import('./role-form.tsx')).RoleForm }));

/** The roles of the tenant: what they allow, how far they see, who has them. */
export function Component() {
  const { t } = useTranslation('role');
  const nameOf = useRoleName();
  return (
    <ListScreen
      name="role"
      title={t('list.title')}
      lead={t('list.lead')}
      query={api.role.queryRole}
      sortFields={['name', 'code', 'createdAt', 'updatedAt']}
      filters={[
        textFilter('keyword', t('filter.keyword'), { placeholder: t('filter.keyword.hint') }),
        singleFilter('builtIn', t('field.kind'), [
          { value: 'yes', label: t('kind.builtIn'), wire: true },
          { value: 'no', label: t('kind.own'), wire: false },
        ]),
      ]}
      columns={(cell) => [
        cell.name('name', t('field.name'), nameOf),
        cell.custom('kind', t('field.kind'), ({ builtIn }) => (
          <ToneTag tone={builtIn ? 'quiet' : 'info'}>{t(builtIn ? 'kind.builtIn' : 'kind.own')}</ToneTag>
        )),
        cell.kind('dataScope', t('field.dataScope'), dataScopeWords, ({ dataScope }) => dataScope),
        cell.count('permissions', t('field.permissions'), ({ permissions }) => permissions.length),
        cell.custom(
          'ceilingAmount',
          t('field.ceilingAmount'),
          ({ ceilingAmount }) => (ceilingAmount === null ? t('ceiling.none') : yuanText(ceilingAmount)),
          { align: 'end' },
        ),
        cell.count('memberCount', t('field.memberCount'), ({ memberCount }) => memberCount),
        cell.moment('updatedAt', t('field.updatedAt'), ({ updatedAt }) => updatedAt),
      ]}
      bulk={{
        permission: 'role.edit',
        nameOf,
        actions: roleActions(t),
      }}
      drawer={({ id, onEdit, onClose }) => <RoleDrawer id={id} onEdit={onEdit} onClose={onClose} />}
      form={{
        permission: 'role.edit',
        label: t('list.add'),
        render: ({ record, onClose }: { record: RoleRow | null; onClose(): void }) => (
          <RoleForm role={record} onClose={onClose} />
        ),
      }}
    />
  );
}
