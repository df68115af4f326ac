import { useMutation } from '@tanstack/react-query';
import { permissionLabel, permissions } from '@xyxlx/contracts/permissions';
import { subApp as contract, type RegisteredSubApp } from '@xyxlx/contracts/sub-app';
import { useTranslation } from 'react-i18next';
import { RecordForm } from '../../kit/form/record-form.tsx';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { useLabel } from '../../lib/label.ts';

/** Registers a sub-application or changes one. */
export function RegistryForm({ app, onClose }: { app: RegisteredSubApp | null; onClose(): void }) {
  const { t } = useTranslation(['sub-app', 'kit']);
  const label = useLabel();
  const onSuccess = async () => {
    onClose();
    await acted(t('kit:saved'), api.subApp.pathFilter());
  };
  const add = useMutation(api.subApp.addSubApp.mutationOptions({ onSuccess }));
  const edit = useMutation(api.subApp.editSubApp.mutationOptions({ onSuccess }));
  const offered = permissions.map((value) => ({ value, label: label(permissionLabel(value)) }));
  return (
    <RecordForm
      title={t(app ? 'form.edit' : 'list.add')}
      record={app}
      add={{ schema: contract.addSubApp.input, work: add }}
      edit={{ schema: contract.editSubApp.input, work: edit }}
      size={480}
      onClose={onClose}
      fields={(field) => [
        field.text('code', t('field.code'), { isCode: true, isShownFixed: true }),
        field.text('nameZh', t('field.nameZh')),
        field.text('nameEn', t('field.nameEn')),
        field.text('address', t('field.address'), { isCode: true, extra: t('form.address.hint') }),
        field.pick('permission', t('field.permission'), {
          options: offered,
          initial: null,
          extra: t('form.permission.hint'),
        }),
        field.number('place', t('field.place'), { initial: 0, extra: t('form.place.hint') }),
      ]}
    />
  );
}
