import { invoiceApplicationStateWords } from '@xyxlx/contracts/invoice';
import { sql } from '../../platform/db/sql.ts';
import type { Area } from '../area.ts';
import { visibleInvoices } from './invoice.sql.ts';

/** The invoices that a payment is on. */
export const invoiceTimelines: NonNullable<Area['timelines']> = {
  consumption: [
    {
      ...{ kind: 'INVOICE', permission: 'bill.view' },
      from: ({ tenantId, id }, { session }) => sql`invoice_lines n
        JOIN invoice_applications a ON a.tenant_id = n.tenant_id AND a.id = n.application_id
        WHERE n.tenant_id = ${tenantId}::uuid AND n.consumption_id = ${id}::uuid AND ${visibleInvoices(session)}`,
      at: 'a.created_at',
      tie: 'n.id',
      select: {
        ...{
          number: 'a.application_no',
          text: 'a.title',
          state: 'a.state',
          amount: 'n.amount',
          about: 'a.id',
        },
      },
      tell: ({ state }) => ({
        title: { zh: '开票申请', en: 'Invoice asked for' },
        state: invoiceApplicationStateWords[state as keyof typeof invoiceApplicationStateWords],
        leadsTo: 'invoice',
      }),
    },
  ],
};
