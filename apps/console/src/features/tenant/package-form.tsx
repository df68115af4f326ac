import { useMutation } from '@tanstack/react-query';
import { permissionGroups, permissionTree } from '@xyxlx/contracts/permissions';
import { tenant as contract, type PackageRow } from '@xyxlx/contracts/tenant';
import { Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import { RecordForm } from '../../kit/form/record-form.tsx';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { useLabel } from '../../lib/label.ts';
import styles from './package-form.module.css';

/** Makes a package or changes one; a change is felt on the next call of every tenant that has it. */
export function PackageForm({ row, onClose }: { row: PackageRow | null; onClose(): void }) {
  const { t } = useTranslation(['tenant', 'kit']);
  const label = useLabel();
  const onSuccess = async () => {
    onClose();
    await acted(t('kit:saved'), api.tenant.pathFilter());
  };
  const add = useMutation(api.tenant.addPackage.mutationOptions({ onSuccess }));
  const edit = useMutation(api.tenant.editPackage.mutationOptions({ onSuccess }));
  const groups = permissionGroups.map((value) => ({ value, label: label(permissionTree[value].label) }));
  return (
    <RecordForm
      title={t(row ? 'package.edit' : 'package.add')}
      record={row}
      add={{ schema: contract.addPackage.input, work: add }}
      edit={{ schema: contract.editPackage.input, work: edit }}
      onClose={onClose}
      fields={(field) => [
        field.text('code', t('package.code')),
        field.text('name', t('package.name')),
        field.number('maxAccounts', t('package.maxAccounts'), { placeholder: t('package.unlimited') }),
        field.custom(
          'permissionGroups',
          t('field.groups'),
          <Checkbox.Group className={styles.groups ?? ''} options={groups} />,
          { initial: [...permissionGroups] },
        ),
      ]}
    />
  );
}
