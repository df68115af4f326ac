import { useQuery } from '@tanstack/react-query';
import type { InvoiceTitleRow } from '@xyxlx/contracts/company';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordAction } from '../../kit/actions/record-action.ts';
import { RecordActions } from '../../kit/actions/record-actions.tsx';
import { RowsTable } from '../../kit/list/rows-table.tsx';
import { ToneTag } from '../../kit/tone-tag.tsx';
import { api, client } from '../../lib/api.ts';
import { useCan } from '../../lib/me.ts';
import { InvoiceTitleForm } from './invoice-title-form.tsx';
import styles from './invoice-titles.module.css';

/** 开票信息: what stands on a company's invoices. */
export function InvoiceTitles({ companyId }: { companyId: string }) {
  const { t } = useTranslation('company');
  const can = useCan();
  const [edited, setEdited] = useState<InvoiceTitleRow | 'new' | null>(null);
  const titles = useQuery(api.company.queryInvoiceTitle.queryOptions({ companyId }));
  const actions: RecordAction<InvoiceTitleRow>[] = [
    { name: 'editInvoiceTitle', label: t('act.edit'), press: setEdited },
    {
      name: 'deleteInvoiceTitle',
      label: t('act.delete'),
      look: 'danger',
      ask: { title: ({ title }) => t('invoice.delete.title', { name: title }) },
      one: ({ id, version }) => client.company.deleteInvoiceTitle.mutate({ id, version }),
      affects: [api.company.queryInvoiceTitle.pathFilter()],
    },
  ];

  return (
    <section className={styles.titles} aria-label={t('invoice.title')}>
      <header className={styles.head}>
        <h3>{t('invoice.title')}</h3>
        {can('company.edit') && <Button onClick={() => setEdited('new')}>{t('invoice.add')}</Button>}
      </header>
      <RowsTable<InvoiceTitleRow>
        name="invoiceTitle"
        label={t('invoice.title')}
        rows={titles.data?.list}
        rowId={({ id }) => id}
        state={titles}
        columns={(cell) => [
          cell.custom('title', t('invoice.name'), ({ title, isDefault }) => (
            <>
              {title} {isDefault && <ToneTag tone="info">{t('invoice.default')}</ToneTag>}
            </>
          )),
          cell.figures('taxNo', t('invoice.taxNo'), (row) => row.taxNo),
          cell.custom('bank', t('invoice.bankAccount'), ({ bank, bankAccount }) => (
            <>
              {bank ?? '—'}
              <span className={`${styles.account} figures`}>{bankAccount}</span>
            </>
          )),
          can('company.edit') &&
            cell.custom(
              'actions',
              t('invoice.actions'),
              (row) => <RecordActions record={row} nameOf={({ title }) => title} actions={actions} inRow />,
              { align: 'end' },
            ),
        ]}
      />
      {edited && (
        <InvoiceTitleForm
          companyId={companyId}
          row={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </section>
  );
}
