import type { InvoiceRow } from '@xyxlx/contracts/invoice';
import type { TFunction } from 'i18next';
import { lazy } from 'react';
import type { RecordAction } from '../../kit/actions/record-action.ts';
import { ActForecast } from '../../kit/approval/act-forecast.tsx';
import { client } from '../../lib/api.ts';
import { invoiceAreas } from './invoice-areas.ts';

const IssueForm = lazy(async () => ({ default: (await import('./issue-form.tsx')).IssueForm }));

/** What finance decides of an invoice application; each closes it. */
export function invoiceActions(t: TFunction<'invoice'>, onDecided: () => void): RecordAction<InvoiceRow>[] {
  const decided = { permission: 'bill.confirm', affects: invoiceAreas() } as const;
  const title = (act: string) => (row: InvoiceRow) => `${act} · ${row.applicationNo}`;
  return [
    {
      ...decided,
      name: 'failInvoice',
      label: t('act.fail'),
      look: 'danger',
      offered: ({ state }) => state === 'ISSUING',
      ask: { title: title(t('act.fail')), words: t('act.fail.words'), reason: 'needed' },
      async one({ id, version }, given) {
        await client.invoice.failInvoice.mutate({ id, version, ...given });
        onDecided();
      },
    },
    {
      ...decided,
      name: 'issueInvoice',
      label: t('act.issue'),
      look: 'primary',
      offered: ({ state }) => state === 'ISSUING',
      dialog: (row, onClose) => <IssueForm row={row} onIssued={onDecided} onClose={onClose} />,
    },
    {
      ...decided,
      name: 'reverseInvoice',
      label: t('act.reverse'),
      look: 'danger',
      offered: ({ state }) => state === 'ISSUED',
      ask: {
        title: title(t('act.reverse')),
        words: t('act.reverse.words'),
        reason: 'needed',
        forecast: ({ amount }) => <ActForecast subjectType="invoiceIssue" amount={amount} />,
      },
      async one({ id, version }, given, call) {
        const outcome = await client.invoice.reverseInvoice.mutate({ id, version, ...given }, call);
        onDecided();
        return outcome;
      },
    },
  ];
}
