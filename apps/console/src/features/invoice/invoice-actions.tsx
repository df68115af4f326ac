import { type InvoiceRow, invoiceTransitions } from '@xyxlx/contracts/invoice';
import type { TFunction } from 'i18next';
import { lazy } from 'react';
import { byState } from '../../kit/actions/by-state.ts';
import type { RecordAction } from '../../kit/actions/record-action.ts';
import { ActForecast } from '../../kit/approval/act-forecast.tsx';
import { client } from '../../lib/api.ts';
import { invoiceAreas } from './invoice-areas.ts';

const IssueForm = lazy(async () => ({ default: (await import('./issue-form.tsx')).IssueForm }));

/** What finance decides of an invoice application; each closes it. */
export function invoiceActions(t: TFunction<'invoice'>, onDecided: () => void): RecordAction<InvoiceRow>[] {
  const affects = invoiceAreas();
  const title = (act: string) => (row: InvoiceRow) => `${act} · ${row.applicationNo}`;
  return [
    {
      affects,
      ...byState(invoiceTransitions, 'failInvoice'),
      label: t('act.fail'),
      look: 'danger',
      ask: { title: title(t('act.fail')), words: t('act.fail.words'), reason: 'needed' },
      async one({ id, version }, given) {
        await client.invoice.failInvoice.mutate({ id, version, ...given });
        onDecided();
      },
    },
    {
      affects,
      ...byState(invoiceTransitions, 'issueInvoice'),
      label: t('act.issue'),
      look: 'primary',
      dialog: (row, onClose) => <IssueForm row={row} onIssued={onDecided} onClose={onClose} />,
    },
    {
      affects,
      name: 'resendInvoice',
      permission: 'bill.confirm',
      label: t('act.resend'),
      offered: ({ state, mail }) => state === 'ISSUED' && mail !== null && mail.state !== 'WAITING',
      ask: { words: t('act.resend.words') },
      done: t('act.resend.done'),
      async one({ id }) {
        await client.invoice.resendInvoice.mutate({ id });
        onDecided();
      },
    },
    {
      affects,
      ...byState(invoiceTransitions, 'reverseInvoice'),
      label: t('act.reverse'),
      look: 'danger',
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
