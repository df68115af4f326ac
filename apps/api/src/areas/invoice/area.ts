import type { AppContract } from '@xyxlx/contracts/contract';
import type { Area } from '../area.ts';
import { invoiceApproval } from './decide-invoice.ts';
import { invoice as handlers } from './handlers.ts';
import { invoiceInvariants } from './invariants.ts';
import { foundInvoices } from './invoice.sql.ts';
import { invoiceTimelines } from './timeline.ts';

export const invoice: Area<AppContract['invoice']> = {
  handlers,
  approvals: [invoiceApproval],
  finds: [foundInvoices],
  timelines: invoiceTimelines,
  records: { invoice: { from: 'invoice_applications r', name: 'r.application_no' } },
  invariants: invoiceInvariants,
};
