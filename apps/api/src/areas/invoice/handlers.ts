import type { invoice as contract, InvoiceRow } from '@xyxlx/contracts/invoice';
import type { InvoiceApplication } from '@xyxlx/database/client/client';
import type { Deps } from '../../deps.ts';
import { maskMobile } from '../../platform/mask.ts';
import { takeOf } from '../../platform/rate-limit.ts';
import { recordMissing } from '../../wire/errors.ts';
import type { Handlers, RequestInfo } from '../../wire/implement.ts';
import { decideInvoice, ofTenant } from './decide-invoice.ts';
import { invoiceablePayments } from './invoiceable.ts';
import { saveInvoice } from './save-invoice.ts';

export const invoice: Handlers<typeof contract> = {
  quoteInvoice: async ({ input, request, deps }) => {
    await takeOfAddress(deps, request);
    const payments = await invoiceablePayments(deps.database.pool, input.paymentNos);
    return {
      invoiceableAmount: payments.reduce((sum, { left }) => sum + left, 0),
      payments: payments.map(({ paymentNo, merchantName, paidAt, left }) => ({
        paymentNo,
        merchantName,
        paidAt: paidAt.toISOString(),
        invoiceableAmount: left,
      })),
    };
  },

  saveInvoice: async ({ input, request, deps }) => {
    await takeOfAddress(deps, request);
    const { applicationNo, state } = await saveInvoice(deps, input);
    return { applicationNo, state };
  },

  getInvoice: async ({ input, request, deps }) => {
    await takeOfAddress(deps, request);
    const row = await deps.database.prisma.invoiceApplication.findUnique({
      where: { applicationNo: input.applicationNo },
    });
    if (row?.email !== input.email) throw recordMissing();
    return present(row);
  },

  queryInvoice: async ({ input, session, deps: { database } }) => {
    const { pageNum, pageSize, sort, keyword, state } = input;
    const where = {
      ...ofTenant(session),
      ...(state && { state: { in: state } }),
      ...(keyword && {
        OR: [{ applicationNo: keyword }, { title: keyword }, { paymentNos: { has: keyword } }],
      }),
    };
    const [total, rows] = await Promise.all([
      database.prisma.invoiceApplication.count({ where }),
      database.prisma.invoiceApplication.findMany({
        where,
        orderBy: [sort ? { [sort.field]: sort.order } : { createdAt: 'desc' }, { id: 'desc' }],
        skip: (pageNum - 1) * pageSize,
        take: pageSize,
      }),
    ]);
    return { list: rows.map(present), total, pageNum, pageSize };
  },

  issueInvoice: (call) =>
    decideInvoice(call, {
      action: 'issueInvoice',
      from: 'ISSUING',
      to: 'ISSUED',
      set: { invoiceNo: call.input.invoiceNo },
    }),

  failInvoice: (call) =>
    decideInvoice(call, {
      action: 'failInvoice',
      from: 'ISSUING',
      to: 'FAILED',
      set: { reason: call.input.reason },
    }),

  reverseInvoice: (call) =>
    decideInvoice(call, {
      action: 'reverseInvoice',
      from: 'ISSUED',
      to: 'REVERSED',
      set: { reason: call.input.reason },
    }),
};

/** Payment numbers must not be found out by trying. */
async function takeOfAddress({ database, clock }: Deps, { ip }: RequestInfo): Promise<void> {
  await takeOf(database.prisma, [{ key: `invoice:${ip}`, max: 30, seconds: 60 }], clock.now());
}

function present(row: InvoiceApplication): InvoiceRow {
  const { id, applicationNo, state, title, taxNo, paymentNos, invoiceNo, reason, version } = row;
  return {
    id,
    applicationNo,
    state,
    title,
    taxNo,
    amount: Number(row.amount),
    email: maskMobile(row.email),
    paymentNos,
    invoiceNo,
    reason,
    version,
    createdAt: row.createdAt.toISOString(),
  };
}
