import { useMutation, useQuery } from '@tanstack/react-query';
import { userAdministration as contract, type UserRow } from '@xyxlx/contracts/user-administration';
import { Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { companyOptions } from '../../kit/company-options.ts';
import { fits, needed } from '../../kit/form/fits.ts';
import { FormDrawer } from '../../kit/form/form-drawer.tsx';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { useRoleName } from '../../lib/role-name.ts';

const { shape } = contract.addUser.input;

interface Values {
  name: string;
  mobile?: string;
  email?: string;
  companyId?: string | null;
  roleIds: string[];
}

interface UserFormProps {
  /** The user to change; null for a new one. */
  user: UserRow | null;
  /** A new account has a password that is shown this once. */
  onAdded(name: string, initialPassword: string | null): void;
  onClose(): void;
}

/** Creates a user or changes one. */
export function UserForm({ user, onAdded, onClose }: UserFormProps) {
  const { t } = useTranslation(['user', 'kit']);
  const roleName = useRoleName();
  const options = useQuery(api.userAccount.queryUserOption.queryOptions({}));
  const changed = async (words: string) => {
    onClose();
    await acted(words, api.userAccount.queryUser.pathFilter(), api.userAccount.getUser.pathFilter());
  };
  const add = useMutation(
    api.userAccount.addUser.mutationOptions({
      onSuccess: async ({ initialPassword }, { name }) => {
        onAdded(name, initialPassword);
        await changed(t(initialPassword === null ? 'form.invited' : 'form.added'));
      },
    }),
  );
  const edit = useMutation(
    api.userAccount.editUser.mutationOptions({ onSuccess: () => changed(t('kit:saved')) }),
  );

  function submit({ name, mobile, email, companyId = null, roleIds }: Values): void {
    if (!user) {
      add.mutate({ name, mobile: mobile ?? '', companyId, roleIds, ...(email && { email }) });
      return;
    }
    // Mobile and e-mail came masked: they are sent only when somebody typed them anew.
    edit.mutate({
      id: user.id,
      version: user.version,
      name,
      companyId,
      roleIds,
      ...(mobile && { mobile }),
      ...(email && { email }),
    });
  }

  return (
    <FormDrawer<Values>
      title={t(user ? 'form.edit' : 'form.add')}
      initial={user ? valuesOf(user) : {}}
      isPending={add.isPending || edit.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item name="name" label={t('field.name')} {...needed(shape.name, t('form.name'))}>
        <Input maxLength={50} />
      </Form.Item>
      <Form.Item
        name="mobile"
        label={t('field.mobile')}
        required={!user}
        rules={[fits(user ? shape.mobile.optional() : shape.mobile, t('form.mobile'))]}
      >
        <Input
          maxLength={120}
          autoComplete="off"
          {...(user && { placeholder: t('form.keep', { now: user.mobile }) })}
        />
      </Form.Item>
      <Form.Item name="email" label={t('field.email')} rules={[fits(shape.email, t('form.email'))]}>
        <Input
          maxLength={120}
          autoComplete="off"
          {...(user?.email && { placeholder: t('form.keep', { now: user.email }) })}
        />
      </Form.Item>
      <Form.Item name="companyId" label={t('field.company')}>
        <Select
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          loading={options.isFetching}
          options={companyOptions(options.data?.companies ?? [])}
        />
      </Form.Item>
      <Form.Item
        name="roleIds"
        label={t('field.roles')}
        {...needed(shape.roleIds, t('form.roles'))}
        extra={t('form.roles.hint')}
      >
        <Select
          mode="multiple"
          showSearch={{ optionFilterProp: 'label' }}
          loading={options.isFetching}
          options={
            options.data?.roles.map(({ grantable, ...role }) => ({
              value: role.id,
              label: roleName(role),
              disabled: !grantable,
            })) ??
            user?.roles.map((role) => ({ value: role.id, label: roleName(role) })) ??
            []
          }
        />
      </Form.Item>
    </FormDrawer>
  );
}

function valuesOf({ name, company, roles }: UserRow): Partial<Values> {
  return { name, companyId: company?.id ?? null, roleIds: roles.map(({ id }) => id) };
}
