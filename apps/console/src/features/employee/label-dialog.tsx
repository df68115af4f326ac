import { skipToken, useMutation, useQuery } from '@tanstack/react-query';
import { employee as contract } from '@xyxlx/contracts/employee';
import { useTranslation } from 'react-i18next';
import { BulkFormDialog } from '../../kit/actions/bulk-form-dialog.tsx';
import type { BulkDialogProps } from '../../kit/actions/record-action.ts';
import { api } from '../../lib/api.ts';
import { employeesChanged } from './changed.ts';

/** Puts labels on several employees and takes others off. */
export function LabelDialog({ merchantId, ...dialog }: BulkDialogProps & { merchantId: string | undefined }) {
  const { t } = useTranslation(['employee', 'kit', 'common']);
  const found = useQuery(api.employee.queryLabel.queryOptions(merchantId ? { merchantId } : skipToken));
  const label = useMutation(
    api.employee.labelEmployee.mutationOptions({ onSuccess: () => employeesChanged(t('kit:done')) }),
  );
  const options = (found.data ?? []).map((value) => ({ value, label: value }));
  return (
    <BulkFormDialog
      {...dialog}
      title={t('label.title', { total: dialog.ids.length })}
      okText={t('common:confirm')}
      schema={contract.labelEmployee.input}
      known={{ ids: dialog.ids }}
      work={label}
      fields={(field) => [
        field.tags('add', t('label.add'), { options, placeholder: t('label.add.hint') }),
        field.tags('remove', t('label.remove'), { options }),
      ]}
    />
  );
}
