import { type InvoiceRow, invoiceApplicationStateWords } from '@xyxlx/contracts/invoice';
import { mailStateWords } from '@xyxlx/contracts/mail';
import { Button, Drawer } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { choiceFilter } from '../../kit/filters/choice-filter.tsx';
import { textFilter } from '../../kit/filters/text-filter.tsx';
import { ListScreen } from '../../kit/list/list-screen.tsx';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';

const InvoiceDrawer = lazy(async () => ({ default: (await import('./invoice-drawer.tsx')).InvoiceDrawer }));
const InvoiceForm = lazy(async () => ({ default: (await import('./invoice-form.tsx')).InvoiceForm }));

/** 支付宝开票 behind sign-in: the applications, what finance decides of them, and the form itself. */
export function Component() {
  const { t } = useTranslation('invoice');
  const [opened, setOpened] = useState<InvoiceRow | null>(null);
  const [isApplying, setApplying] = useState(false);
  return (
    <>
      <ListScreen
        name="invoice"
        title={t('list.title')}
        lead={t('list.lead')}
        query={api.invoice.queryInvoice}
        ofTenants
        sums={{
          query: api.invoice.sumInvoice,
          figures: [
            { name: 'issuedAmount', label: t('sum.issued') },
            { name: 'reversedAmount', label: t('sum.reversed') },
            { name: 'netAmount', label: t('sum.net') },
          ],
        }}
        sortFields={['createdAt', 'amount', 'state']}
        filters={[
          textFilter('keyword', t('filter.keyword'), { placeholder: t('filter.keyword.hint') }),
          choiceFilter('state', t('field.state'), invoiceApplicationStateWords),
          choiceFilter('mailState', t('field.mail'), mailStateWords),
        ]}
        columns={(cell) => [
          cell.name('applicationNo', t('field.applicationNo'), (row) => row.applicationNo),
          cell.text('title', t('field.title'), (row) => row.title, { width: 220 }),
          cell.state('state', t('field.state'), invoiceApplicationStateWords, (row) => row.state),
          cell.money('amount', t('field.listedAmount'), (row) => row.amount),
          cell.text('invoiceNo', t('field.invoiceNo'), (row) => row.invoiceNo),
          cell.text('email', t('field.email'), (row) => row.email, { optional: true }),
          cell.state('mail', t('field.mail'), mailStateWords, (row) => row.mail?.state),
          cell.minute('createdAt', t('field.createdAt'), (row) => row.createdAt),
        ]}
        onOpen={setOpened}
        screenActions={
          <Button type="primary" onClick={() => setApplying(true)}>
            {t('list.add')}
          </Button>
        }
      />
      <Suspense>
        {opened && <InvoiceDrawer row={opened} onClose={() => setOpened(null)} />}
        {isApplying && (
          <Drawer open size={520} title={t('form.title')} onClose={() => setApplying(false)}>
            <InvoiceForm
              onSaved={async ({ applicationNo }) => {
                setApplying(false);
                await acted(t('list.added', { applicationNo }), api.invoice.pathFilter());
              }}
            />
          </Drawer>
        )}
      </Suspense>
    </>
  );
}
