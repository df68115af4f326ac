import { useMutation } from '@tanstack/react-query';
import { permissionGroups, permissionTree } from '@xyxlx/contracts/permissions';
import type { PackageRow } from '@xyxlx/contracts/tenant';
import { tenant as contract } from '@xyxlx/contracts/tenant';
import { Checkbox, Form, InputNumber } from 'antd';
import { useTranslation } from 'react-i18next';
import { needed } from '../../kit/form/fits.ts';
import { FormDrawer } from '../../kit/form/form-drawer.tsx';
import { TextInput } from '../../kit/text-input.ts';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { useLabel } from '../../lib/label.ts';
import styles from './package-form.module.css';

const { shape } = contract.addPackage.input;

interface Values {
  code?: string;
  name: string;
  permissionGroups: PackageRow['permissionGroups'];
  maxAccounts?: number | null;
}

/** Makes a package or changes one; a change is felt on the next call of every tenant that has it. */
export function PackageForm({ row, onClose }: { row: PackageRow | null; onClose(): void }) {
  const { t } = useTranslation(['tenant', 'kit']);
  const label = useLabel();
  const changed = async () => {
    onClose();
    await acted(t('kit:saved'), api.tenant.pathFilter());
  };
  const add = useMutation(api.tenant.addPackage.mutationOptions({ onSuccess: changed }));
  const edit = useMutation(api.tenant.editPackage.mutationOptions({ onSuccess: changed }));

  function submit({ code = '', name, permissionGroups: groups, maxAccounts = null }: Values): void {
    const given = { name, permissionGroups: groups, maxAccounts };
    if (row) edit.mutate({ id: row.id, version: row.version, ...given });
    else add.mutate({ code, ...given });
  }

  return (
    <FormDrawer<Values>
      title={t(row ? 'package.edit' : 'package.add')}
      initial={row ?? { permissionGroups: [...permissionGroups] }}
      isPending={add.isPending || edit.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {!row && (
        <Form.Item name="code" label={t('package.code')} {...needed(shape.code, t('form.code'))}>
          <TextInput maxLength={31} />
        </Form.Item>
      )}
      <Form.Item name="name" label={t('package.name')} {...needed(shape.name, t('package.form.name'))}>
        <TextInput maxLength={50} />
      </Form.Item>
      <Form.Item name="maxAccounts" label={t('package.maxAccounts')}>
        <InputNumber
          min={1}
          max={1_000_000}
          precision={0}
          style={{ width: '100%' }}
          placeholder={t('package.unlimited')}
        />
      </Form.Item>
      <Form.Item
        name="permissionGroups"
        label={t('field.groups')}
        {...needed(shape.permissionGroups, t('package.form.groups'))}
      >
        <Checkbox.Group
          className={styles.groups ?? ''}
          options={permissionGroups.map((value) => ({ value, label: label(permissionTree[value].label) }))}
        />
      </Form.Item>
    </FormDrawer>
  );
}
