import type { invoice as contract } from '@xyxlx/contracts/invoice';
import type { Call, RequestInfo } from '../../core/call.ts';
import type { Caller } from '../../core/caller.ts';
import type { Deps } from '../../core/deps.ts';
import type { Session } from '../../core/session.ts';
import { change, type Transaction } from '../../platform/db/transaction.ts';
import { queryList } from '../../platform/lists/query-list.ts';
import { consumeLimits } from '../../platform/security/rate-limit.ts';
import type { Handlers } from '../../wire/implement.ts';
import { fail, issue, resend, reverse } from './decide-invoice.ts';
import { invoices, ownInvoice, sumInvoice } from './invoice.sql.ts';
import { invoiceablePayments } from './invoiceable.ts';
import { saveInvoice } from './save-invoice.ts';

export const invoice: Handlers<typeof contract> = {
  quoteInvoice: async ({ input, request, deps }) => {
    await takeTries(deps, request, input.paymentNos);
    const payments = await invoiceablePayments(deps.database.pool, input);
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
    await takeTries(deps, request, input.paymentNos);
    return saveInvoice(deps, input);
  },

  getInvoice: async ({ input, request, deps }) => {
    await takeTries(deps, request, []);
    return ownInvoice(deps.database.pool, input);
  },

  queryInvoice: (call) => queryList(call, invoices),

  sumInvoice,

  issueInvoice: async (call) => ({ approvalId: await decided(call, issue) }),

  resendInvoice: async (call) => {
    await decided(call, resend);
    return null;
  },

  failInvoice: async (call) => {
    await decided(call, fail);
    return null;
  },

  reverseInvoice: async (call) => ({ approvalId: await decided(call, reverse) }),
};

/** Carries a decision about an application out in a transaction of its own. */
function decided<Input, T>(
  call: Call<Input, Session>,
  decide: (tx: Transaction, by: Caller, input: Input) => Promise<T>,
): Promise<T> {
  return change(call, (tx) => decide(tx, call, call.input));
}

/**
 * Neither payments nor the four digits that prove them are found out by trying: counted for an address, and for each number
 * from all addresses together. An office has one address for many.
 */
async function takeTries(
  { database, clock }: Deps,
  { ip }: RequestInfo,
  paymentNos: readonly string[],
): Promise<void> {
  const ofNumbers = [...new Set(paymentNos)].map((paymentNo) => ({
    key: `invoice-payment:${paymentNo}`,
    max: 20,
    seconds: 86_400,
  }));
  const ofAddress = [
    { key: `invoice:${ip}`, max: 30, seconds: 60 },
    { key: `invoice:${ip}`, max: 600, seconds: 86_400 },
  ];
  await consumeLimits(database.prisma, [...ofAddress, ...ofNumbers], clock.now());
}
