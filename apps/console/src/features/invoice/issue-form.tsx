import { useMutation } from '@tanstack/react-query';
import { invoice as contract, type InvoiceRow } from '@xyxlx/contracts/invoice';
import { useTranslation } from 'react-i18next';
import { ActForecast } from '../../kit/approval/act-forecast.tsx';
import { FormDrawer } from '../../kit/form/form-drawer.tsx';
import { useIdempotencyKey } from '../../kit/idempotency-key.ts';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { invoiceAreas } from './invoice-areas.ts';

interface IssueFormProps {
  row: InvoiceRow;
  onIssued(): void;
  onClose(): void;
}

/** Records the number of the invoice that was made for an application. */
export function IssueForm({ row, onIssued, onClose }: IssueFormProps) {
  const { t } = useTranslation(['invoice', 'kit']);
  const issue = useMutation(
    api.invoice.issueInvoice.mutationOptions({
      ...useIdempotencyKey(),
      onSuccess: async (outcome) => {
        onIssued();
        await acted(t(outcome?.approvalId ? 'kit:act.submitted' : 'kit:done'), ...invoiceAreas());
      },
    }),
  );
  return (
    <FormDrawer
      title={t('act.issue')}
      record={row}
      schema={contract.issueInvoice.input}
      work={issue}
      onClose={onClose}
      fields={(field) => (
        <>
          {field.text('invoiceNo', t('field.invoiceNo'), { isCode: true, inputMode: 'numeric' })}
          <ActForecast subjectType="invoiceIssue" amount={row.amount} />
        </>
      )}
    />
  );
}
