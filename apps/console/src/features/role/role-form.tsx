import { useMutation } from '@tanstack/react-query';
import { role as contract, dataScopeWords, type RoleRow } from '@xyxlx/contracts/role';
import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { fieldsOf } from '../../kit/form/fields.tsx';
import { MerchantsInput } from '../../kit/form/merchants-input.tsx';
import { RecordForm } from '../../kit/form/record-form.tsx';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { PermissionPicker } from './permission-picker.tsx';

const field = fieldsOf<typeof contract.addRole.input>();

/** Makes a role or changes one; no role can allow more than its maker may do. */
export function RoleForm({ role, onClose }: { role: RoleRow | null; onClose(): void }) {
  const { t } = useTranslation(['role', 'kit']);
  const onSuccess = async () => {
    onClose();
    await acted(t('kit:saved'), api.role.pathFilter());
  };
  const add = useMutation(api.role.addRole.mutationOptions({ onSuccess }));
  const edit = useMutation(api.role.editRole.mutationOptions({ onSuccess }));
  return (
    <RecordForm
      title={t(role ? 'form.edit' : 'form.add')}
      record={role}
      add={{ schema: contract.addRole.input, work: add }}
      edit={{ schema: contract.editRole.input, work: edit }}
      size={760}
      onClose={onClose}
      fields={(field) => [
        field.text('name', t('field.name')),
        field.choice('dataScope', t('field.dataScope'), dataScopeWords, {
          initial: 'TENANT',
          extra: t('form.dataScope.hint'),
        }),
        <MerchantsField key="merchantIds" role={role} />,
        field.money('ceilingAmount', t('field.ceilingAmount'), {
          extra: t('form.ceiling.hint'),
          placeholder: t('ceiling.none'),
        }),
        field.custom('permissions', t('field.permissions'), <PermissionPicker />),
      ]}
    />
  );
}

/** The merchants that a role covers, where it covers some. */
function MerchantsField({ role }: { role: RoleRow | null }) {
  const { t } = useTranslation('role');
  const dataScope = Form.useWatch<RoleRow['dataScope'] | undefined>('dataScope');
  if (dataScope !== 'MERCHANTS') return null;
  return field.custom('merchantIds', t('field.merchants'), <MerchantsInput known={role?.merchants ?? []} />, {
    check: (ids: string[] | undefined) => !ids?.length && t('form.merchants'),
  });
}
