import type { AppContract } from '@xyxlx/contracts/contract';
import { sendingMails } from '../../platform/mail/queue-mail.ts';
import { sendMails } from '../../platform/mail/send-mails.ts';
import type { Area } from '../area.ts';
import { invoiceApproval } from './decide-invoice.ts';
import { invoice as handlers } from './handlers.ts';
import { invoiceInvariants } from './invariants.ts';
import { foundInvoices } from './invoice.sql.ts';
import { invoiceTimelines } from './timeline.ts';

export const invoice: Area<AppContract['invoice']> = {
  handlers,
  approvals: [invoiceApproval],
  schedule: [
    {
      name: sendingMails,
      title: { zh: '发送邮件', en: 'Sending e-mails' },
      due: {
        zh: '发票开具后；未送出的，间隔逐次加长再发送',
        en: 'Once an invoice is issued; what was not taken is tried again after longer and longer',
      },
      run: sendMails,
    },
  ],
  finds: [foundInvoices],
  timelines: invoiceTimelines,
  records: { invoice: { from: 'invoice_applications r', name: 'r.application_no' } },
  invariants: invoiceInvariants,
};
