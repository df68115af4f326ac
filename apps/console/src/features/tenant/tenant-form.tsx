import { useMutation, useQuery } from '@tanstack/react-query';
import { tenant as contract, type TenantRow } from '@xyxlx/contracts/tenant';
import { useTranslation } from 'react-i18next';
import { fieldsOf } from '../../kit/form/fields.tsx';
import { RecordForm } from '../../kit/form/record-form.tsx';
import { useInitialPassword } from '../../kit/use-initial-password.tsx';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';

const administrator = fieldsOf<typeof contract.addTenant.input.shape.administrator>(['administrator']);

/** Makes a tenant with its first administrator, or changes one. */
export function TenantForm({ tenant, onClose }: { tenant: TenantRow | null; onClose(): void }) {
  const { t } = useTranslation(['tenant', 'kit']);
  const showInitialPassword = useInitialPassword();
  const packages = useQuery(api.tenant.queryPackage.queryOptions({ pageSize: 200 }));
  const changed = async (words: string) => {
    onClose();
    await acted(words, api.tenant.pathFilter());
  };
  const add = useMutation(
    api.tenant.addTenant.mutationOptions({
      onSuccess: async ({ initialPassword }, sent) => {
        await changed(t(initialPassword === null ? 'form.invited' : 'kit:saved'));
        if (initialPassword) await showInitialPassword(sent.administrator.mobile, initialPassword);
      },
    }),
  );
  const edit = useMutation(
    api.tenant.editTenant.mutationOptions({ onSuccess: () => changed(t('kit:saved')) }),
  );
  return (
    <RecordForm
      title={t(tenant ? 'form.edit' : 'form.add')}
      record={tenant}
      add={{ schema: contract.addTenant.input, work: add }}
      edit={{ schema: contract.editTenant.input, work: edit }}
      onClose={onClose}
      fields={(field) => [
        field.text('code', t('field.code')),
        field.text('name', t('field.name')),
        field.pick('packageId', t('field.package'), {
          extra: t('form.package.hint'),
          placeholder: t('package.none'),
          options: (packages.data?.list ?? []).map(({ id, name }) => ({ value: id, label: name })),
        }),
        field.lastDay('expiresAt', t('field.expiresAt'), {
          extra: t('form.expires.hint'),
          placeholder: t('expires.never'),
        }),
        field.tags('domains', t('field.domains'), {
          open: false,
          tokenSeparators: [',', ' '],
          placeholder: 'cards.example.com',
        }),
        administrator.text('name', t('field.administratorName')),
        administrator.personal('mobile', t('field.administratorMobile')),
      ]}
    />
  );
}
