import { useMutation, useQuery } from '@tanstack/react-query';
import { userAdministration as contract, type UserRow } from '@xyxlx/contracts/user-administration';
import { useTranslation } from 'react-i18next';
import { companyOptions } from '../../kit/company-options.ts';
import { RecordForm } from '../../kit/form/record-form.tsx';
import { useInitialPassword } from '../../kit/use-initial-password.tsx';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { useRoleName } from '../../lib/role-name.ts';

/** Creates a user or changes one. */
export function UserForm({ user, onClose }: { user: UserRow | null; onClose(): void }) {
  const { t } = useTranslation(['user', 'kit']);
  const roleName = useRoleName();
  const showInitialPassword = useInitialPassword();
  const options = useQuery(api.userAccount.queryUserOption.queryOptions({}));
  const changed = async (words: string) => {
    onClose();
    await acted(words, api.userAccount.queryUser.pathFilter(), api.userAccount.getUser.pathFilter());
  };
  const add = useMutation(
    api.userAccount.addUser.mutationOptions({
      onSuccess: async ({ initialPassword }, { name }) => {
        await changed(t(initialPassword === null ? 'form.invited' : 'form.added'));
        if (initialPassword) await showInitialPassword(name, initialPassword);
      },
    }),
  );
  const edit = useMutation(
    api.userAccount.editUser.mutationOptions({ onSuccess: () => changed(t('kit:saved')) }),
  );
  return (
    <RecordForm
      title={t(user ? 'form.edit' : 'form.add')}
      record={user}
      add={{ schema: contract.addUser.input, work: add }}
      edit={{ schema: contract.editUser.input, work: edit }}
      onClose={onClose}
      fields={(field) => [
        field.text('name', t('field.name')),
        field.personal('mobile', t('field.mobile')),
        field.personal('email', t('field.email')),
        field.pick('companyId', t('field.company'), {
          loading: options.isFetching,
          options: companyOptions(options.data?.companies ?? []),
        }),
        field.pick('roleIds', t('field.roles'), {
          mode: 'multiple',
          extra: t('form.roles.hint'),
          loading: options.isFetching,
          options:
            options.data?.roles.map(({ grantable, ...role }) => ({
              value: role.id,
              label: roleName(role),
              disabled: !grantable,
            })) ?? user?.roles.map((role) => ({ value: role.id, label: roleName(role) })),
        }),
      ]}
    />
  );
}
