import { useMutation } from '@tanstack/react-query';
import { company as contract, type InvoiceTitleRow } from '@xyxlx/contracts/company';
import { useTranslation } from 'react-i18next';
import { RecordForm } from '../../kit/form/record-form.tsx';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';

interface InvoiceTitleFormProps {
  companyId: string;
  /** Null for a new one. */
  row: InvoiceTitleRow | null;
  onClose(): void;
}

/** Makes an invoice title or changes one. */
export function InvoiceTitleForm({ companyId, row, onClose }: InvoiceTitleFormProps) {
  const { t } = useTranslation(['company', 'kit']);
  const onSuccess = async () => {
    onClose();
    await acted(t('kit:saved'), api.company.queryInvoiceTitle.pathFilter());
  };
  const add = useMutation(api.company.addInvoiceTitle.mutationOptions({ onSuccess }));
  const edit = useMutation(api.company.editInvoiceTitle.mutationOptions({ onSuccess }));
  return (
    <RecordForm
      title={t(row ? 'invoice.edit' : 'invoice.add')}
      record={row}
      add={{ schema: contract.addInvoiceTitle.input, work: add, known: { companyId } }}
      edit={{ schema: contract.editInvoiceTitle.input, work: edit }}
      onClose={onClose}
      fields={(field) => [
        field.text('title', t('invoice.name')),
        field.text('taxNo', t('invoice.taxNo'), { isCode: true, isUpper: true }),
        field.text('address', t('invoice.address')),
        field.text('phone', t('invoice.phone')),
        field.text('bank', t('invoice.bank')),
        field.text('bankAccount', t('invoice.bankAccount')),
        field.text('email', t('invoice.email')),
        field.flag('isDefault', t('invoice.isDefault'), { initial: true }),
      ]}
    />
  );
}
