import { ImportOutlined } from '@ant-design/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type UserRow, userSortFields, userStateWords } from '@xyxlx/contracts/user-administration';
import { Button } from 'antd';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { companyOptions } from '../../kit/company-options.ts';
import { choiceFilter } from '../../kit/filters/choice-filter.tsx';
import { pickFilter } from '../../kit/filters/pick-filter.tsx';
import { singleFilter } from '../../kit/filters/single-filter.tsx';
import { textFilter } from '../../kit/filters/text-filter.tsx';
import { newImport, useOpenImport } from '../../kit/import/use-open-import.ts';
import { lazyOverlay } from '../../kit/lazy-overlay.ts';
import { ListScreen } from '../../kit/list/list-screen.tsx';
import { api } from '../../lib/api.ts';
import { wordsText } from '../../lib/label.ts';
import { useCan } from '../../lib/me.ts';
import { useRoleName } from '../../lib/role-name.ts';
import { passwordText } from './password-text.ts';
import { userBulk } from './user-actions.tsx';

const UserDrawer = lazyOverlay(async () => (await import('./user-drawer.tsx')).UserDrawer);
const UserForm = lazy(async () => ({ default: (await import('./user-form.tsx')).UserForm }));
const UserImport = lazy(async () => ({ default: (await import('./user-import.tsx')).UserImport }));

/** The users one may see, and everything an administrator does with them. */
export function Component() {
  const { t } = useTranslation('user');
  const can = useCan();
  const queryClient = useQueryClient();
  const roleName = useRoleName();
  const [importAt, goToImport] = useOpenImport();
  const { data: options } = useQuery(
    api.userAccount.queryUserOption.queryOptions({}, { trpc: { context: { background: true } } }),
  );
  return (
    <>
      <ListScreen
        name="user"
        title={t('list.title')}
        lead={t('list.lead')}
        query={api.userAccount.queryUser}
        sortFields={userSortFields}
        filters={[
          textFilter('keyword', t('filter.keyword'), { placeholder: t('filter.keyword.hint') }),
          choiceFilter('state', t('field.state'), userStateWords),
          pickFilter(
            'roleId',
            t('field.roles'),
            (options?.roles ?? []).map((role) => ({ value: role.id, label: roleName(role) })),
          ),
          pickFilter('companyId', t('field.company'), companyOptions(options?.companies ?? [])),
          singleFilter('updatePassword', t('field.password'), [
            { value: '0', label: t('password.initial'), wire: 0 as const },
            { value: '1', label: t('password.own'), wire: 1 as const },
          ]),
        ]}
        columns={(cell) => [
          cell.name('name', t('field.name'), (user) => user.name),
          cell.masked('mobile', t('field.mobile'), (user) => user.mobile),
          cell.state('state', t('field.state'), userStateWords, (user) => user.state),
          cell.text('roles', t('field.roles'), ({ roles }) => wordsText(roles.map(roleName)), { width: 180 }),
          cell.record('company', t('field.company'), 'company', (user) => user.company),
          cell.text('updatePassword', t('field.password'), (user) => passwordText(t, user)),
          cell.moment('lastLoginAt', t('field.lastLoginAt'), (user) => user.lastLoginAt),
          cell.moment('createdAt', t('field.createdAt'), (user) => user.createdAt),
        ]}
        bulk={{ permission: 'user.edit', nameOf: (user) => user.name, actions: userBulk(t) }}
        exports={[{ permission: 'user.export', path: 'userAccount/exportUserInfo' }]}
        screenActions={
          can('user.import') && (
            <Button icon={<ImportOutlined aria-hidden />} onClick={() => goToImport(newImport)}>
              {t('list.import')}
            </Button>
          )
        }
        drawer={({ id, row, onEdit, onClose }) => (
          <UserDrawer id={id} row={row} onEdit={onEdit} onClose={onClose} />
        )}
        form={{
          permission: 'user.edit',
          label: t('list.add'),
          render: ({ record, onClose }: { record: UserRow | null; onClose(): void }) => (
            <UserForm user={record} onClose={onClose} />
          ),
        }}
      />
      <Suspense>
        {importAt && (
          <UserImport
            onImported={() => queryClient.invalidateQueries(api.userAccount.queryUser.pathFilter())}
          />
        )}
      </Suspense>
    </>
  );
}
