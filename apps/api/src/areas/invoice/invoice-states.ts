import { invoiceTransitions } from '@xyxlx/contracts/invoice';
import type { InvoiceApplication, Prisma } from '@xyxlx/database/client/client';
import { Refusal } from '../../core/errors.ts';
import type { RecordOf } from '../../platform/records/stateful-record.ts';
import { lockInvoices } from './invoice.sql.ts';

/** The states of an application, once it was handed in. */
export const invoiceStateMachine: RecordOf<
  typeof invoiceTransitions,
  InvoiceApplication,
  Prisma.InvoiceApplicationUncheckedUpdateManyInput
> = {
  table: invoiceTransitions,
  type: 'invoice',
  label: ({ applicationNo }) => applicationNo,
  lock: lockInvoices,
  update: (tx, where, data) => tx.invoiceApplication.updateMany({ where, data }),
  refusal: () => new Refusal({ zh: '该申请已被处理', en: 'This application has already been decided' }),
};
