import { type CardOrderDetail, cardOrder as contract } from '@xyxlx/contracts/card-order';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { Figures } from '../../kit/figures.tsx';
import { FormDrawer } from '../../kit/form/form-drawer.tsx';
import type { Work } from '../../kit/form/schema-form.tsx';
import { amountText } from '../../lib/money.ts';

const schema = contract.applyInvoice.input;

interface InvoiceFormProps {
  order: CardOrderDetail;
  work: Work<z.input<typeof schema>>;
  onClose(): void;
}

/** Whom the invoice of an order is made out to and where it is sent; all that is paid and not invoiced is on it. */
export function InvoiceForm({ order, work, onClose }: InvoiceFormProps) {
  const { t } = useTranslation('order');
  const { id, no, invoiceTitle, invoiceableAmount } = order;
  return (
    <FormDrawer
      title={t('act.invoice.title', { no })}
      schema={schema}
      known={{ id }}
      work={work}
      okText={t('act.invoice.submit')}
      isLong
      onClose={onClose}
      fields={(field) => (
        <>
          <div style={{ marginBottom: 20 }}>
            <Figures
              label={t('money')}
              items={[
                {
                  key: 'invoiceable',
                  label: t('field.invoiceable'),
                  value: amountText(invoiceableAmount),
                  hint: t('act.invoice.hint'),
                },
              ]}
            />
          </div>
          {field.text('title', t('field.invoiceTitle'), { ...(invoiceTitle && { initial: invoiceTitle }) })}
          {field.text('taxNo', t('field.taxNo'), { isCode: true, isUpper: true })}
          {field.text('email', t('field.email'), { inputMode: 'email', autoComplete: 'email' })}
          {field.text('address', t('field.unitAddress'))}
          {field.text('phone', t('field.unitPhone'), { isCode: true })}
          {field.text('bank', t('field.bank'))}
          {field.text('account', t('field.bankAccount'), { isCode: true, inputMode: 'numeric' })}
        </>
      )}
    />
  );
}
