import { useMutation, useQuery } from '@tanstack/react-query';
import type { Permission } from '@xyxlx/contracts/permissions';
import { role as contract, dataScopes, type RoleRow } from '@xyxlx/contracts/role';
import { Form, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fits, needed } from '../../kit/form/fits.ts';
import { FormDrawer } from '../../kit/form/form-drawer.tsx';
import { MoneyInput } from '../../kit/form/money-input.tsx';
import { TextInput } from '../../kit/text-input.ts';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { PermissionPicker } from './permission-picker.tsx';

const { shape } = contract.addRole.input;

interface Values {
  name: string;
  dataScope: RoleRow['dataScope'];
  merchantIds?: string[];
  ceilingAmount?: number;
  permissions?: Permission[];
}

/** Makes a role or changes one; no role can allow more than its maker may do. */
export function RoleForm({ role, onClose }: { role: RoleRow | null; onClose(): void }) {
  const { t } = useTranslation(['role', 'kit']);
  const changed = async () => {
    onClose();
    await acted(t('kit:saved'), api.role.pathFilter());
  };
  const add = useMutation(api.role.addRole.mutationOptions({ onSuccess: changed }));
  const edit = useMutation(api.role.editRole.mutationOptions({ onSuccess: changed }));

  function submit({ name, dataScope, merchantIds = [], ceilingAmount, permissions = [] }: Values): void {
    const power = {
      name,
      dataScope,
      permissions,
      ceilingAmount: ceilingAmount ?? null,
      ...(dataScope === 'MERCHANTS' && { merchantIds }),
    };
    if (role) edit.mutate({ id: role.id, version: role.version, ...power });
    else add.mutate(power);
  }

  return (
    <FormDrawer<Values>
      title={t(role ? 'form.edit' : 'form.add')}
      initial={role ? valuesOf(role) : { dataScope: 'TENANT' }}
      isPending={add.isPending || edit.isPending}
      size={760}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item name="name" label={t('field.name')} {...needed(shape.name, t('form.name'))}>
        <TextInput maxLength={50} />
      </Form.Item>
      <Form.Item name="dataScope" label={t('field.dataScope')} required extra={t('form.dataScope.hint')}>
        <Select options={dataScopes.map((value) => ({ value, label: t(`scope.${value}`) }))} />
      </Form.Item>
      <Form.Item noStyle dependencies={['dataScope']}>
        {({ getFieldValue }) =>
          getFieldValue('dataScope') === 'MERCHANTS' && (
            <Form.Item
              name="merchantIds"
              label={t('field.merchants')}
              required
              rules={[{ required: true, message: t('form.merchants') }]}
            >
              <MerchantsSelect known={role?.merchants ?? []} />
            </Form.Item>
          )
        }
      </Form.Item>
      <Form.Item
        name="ceilingAmount"
        label={t('field.ceilingAmount')}
        extra={t('form.ceiling.hint')}
        rules={[fits(shape.ceilingAmount.unwrap().optional(), t('form.ceiling'))]}
      >
        <MoneyInput placeholder={t('ceiling.none')} />
      </Form.Item>
      <Form.Item name="permissions" label={t('field.permissions')}>
        <PermissionPicker />
      </Form.Item>
    </FormDrawer>
  );
}

interface MerchantsSelectProps {
  id?: string;
  value?: string[];
  onChange?(ids: string[]): void;
  /** The merchants chosen so far, whose names a search need not find. */
  known: RoleRow['merchants'];
}

function MerchantsSelect({ id, value, onChange, known }: MerchantsSelectProps) {
  const [keyword, setKeyword] = useState('');
  const [seen, setSeen] = useState(() => new Map(known.map((merchant) => [merchant.id, merchant.name])));
  const found = useQuery(
    api.merchant.queryMerchantOption.queryOptions(keyword ? { keyword } : {}, {
      trpc: { context: { background: true } },
    }),
  );
  const options = new Map([...seen, ...(found.data ?? []).map(({ id: key, name }) => [key, name] as const)]);
  return (
    <Select
      {...(id !== undefined && { id })}
      mode="multiple"
      value={value ?? []}
      showSearch={{ filterOption: false, onSearch: (typed) => setKeyword(typed.trim()) }}
      loading={found.isFetching}
      options={[...options].map(([key, name]) => ({ value: key, label: name }))}
      onChange={(ids: string[]) => {
        setSeen(options);
        onChange?.(ids);
      }}
    />
  );
}

function valuesOf({ name, dataScope, merchants, ceilingAmount, permissions }: RoleRow): Partial<Values> {
  return {
    name,
    dataScope,
    merchantIds: merchants.map(({ id }) => id),
    permissions,
    ...(ceilingAmount !== null && { ceilingAmount }),
  };
}
