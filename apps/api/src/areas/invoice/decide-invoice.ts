import { invoice as contract } from '@xyxlx/contracts/invoice';
import type { InvoiceApplication } from '@xyxlx/database/client/client';
import { z } from 'zod';
import type { Caller } from '../../core/caller.ts';
import { Refusal, recordMissing, staleVersion } from '../../core/errors.ts';
import { type ActKind, approvalPath, assessAct, moneyAct } from '../../platform/approval/money-act.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { queueAgain } from '../../platform/mail/queue-mail.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { logStates, writeState } from '../../platform/records/change-state.ts';
import { mustAllow } from '../../platform/records/stateful-record.ts';
import { maskMobile } from '../../platform/security/mask.ts';
import { aboutInvoice, dropIssued, mailIssued } from './invoice-mail.ts';
import { invoiceStateMachine } from './invoice-states.ts';
import { matterOfInvoice } from './matter.ts';

/** 开票与红冲: 50,000 yuan an act and 200,000 a day, where the tenant has set nothing else. */
const invoiceIssue: ActKind = {
  type: 'invoiceIssue',
  label: { zh: '开票与红冲', en: 'Invoice' },
  madeWith: 'bill.confirm',
  permission: 'bill.confirm',
  link: approvalPath,
  threshold: { amount: 5_000_000, dayAmount: 20_000_000, count: null, dayCount: null },
};

const { issueInvoice, failInvoice, reverseInvoice } = contract;

type Issue = z.output<typeof issueInvoice.input>;
type Reversal = z.output<typeof reverseInvoice.input>;

/** An invoice, or its reversal, over its maker's threshold. */
export const invoiceApproval = moneyAct(
  invoiceIssue,
  z.union([issueInvoice.input, reverseInvoice.input]),
  (tx, by, input) => ('invoiceNo' in input ? issue(tx, by, input) : reverse(tx, by, input)),
  matterOfInvoice,
);

/** Records the invoice of an application that the caller sees; returns the approval that it waits for, or null. */
export async function issue(tx: Transaction, by: Caller, input: Issue): Promise<string | null> {
  const { invoiceNo } = input;
  const row = await lockFor(tx, by, 'issueInvoice', input);
  await refuseTakenNumber(tx, row.tenantId, invoiceNo);
  const waits = await assess(tx, by, row.tenantId, input, invoiceNo);
  if (waits === null) await move(tx, by, 'issueInvoice', row, { invoiceNo });
  return waits;
}

/** Reverses an issued invoice and gives its payments back; returns the approval that it waits for, or null. */
export async function reverse(tx: Transaction, by: Caller, input: Reversal): Promise<string | null> {
  const { reason } = input;
  const row = await lockFor(tx, by, 'reverseInvoice', input);
  const waits = await assess(tx, by, row.tenantId, input, reason);
  if (waits === null) await move(tx, by, 'reverseInvoice', row, { reason });
  return waits;
}

/** Has the e-mail about an issued invoice sent again. */
export async function resend(tx: Transaction, by: Caller, { id }: { id: string }): Promise<void> {
  const [row] = await invoiceStateMachine.lock(tx, by.session, [id]);
  if (!row) throw recordMissing();
  const { tenantId, applicationNo, state, email } = row;
  if (state !== 'ISSUED' || !(await queueAgain(tx, by, aboutInvoice(row)))) {
    throw new Refusal({ zh: '没有可重发的邮件', en: 'There is no e-mail to be sent again' });
  }
  await logChange(tx, by, { tenantId, id, label: applicationNo, after: { email: maskMobile(email) } });
}

/** Records that issuing failed: the application's payments are given back. */
export async function fail(
  tx: Transaction,
  by: Caller,
  input: z.output<typeof failInvoice.input>,
): Promise<void> {
  const row = await lockFor(tx, by, 'failInvoice', input);
  await move(tx, by, 'failInvoice', row, { reason: input.reason });
}

type Action = Parameters<typeof invoiceStateMachine.refusal>[1];

/** The application in the version that the caller saw, locked; throws 406 when its state does not let the action be done. */
async function lockFor(
  tx: Transaction,
  { session }: Caller,
  action: Action,
  { id, version }: { id: string; version: number },
): Promise<InvoiceApplication> {
  const [row] = await invoiceStateMachine.lock(tx, session, [id]);
  if (!row) throw recordMissing();
  mustAllow(invoiceStateMachine, action, row);
  if (row.version !== version) throw staleVersion();
  return row;
}

async function assess(
  tx: Transaction,
  by: Caller,
  tenantId: string,
  input: Issue | Reversal,
  reason: string,
): Promise<string | null> {
  const row = await tx.invoiceApplication.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id: input.id } },
    // Who sees the application sees the merchants of all its payments and orders.
    include: {
      lines: {
        take: 1,
        select: { consumption: { select: { merchantId: true } }, order: { select: { merchantId: true } } },
      },
    },
  });
  const [line] = row.lines;
  const merchantId = (line?.consumption ?? line?.order)?.merchantId ?? null;
  const { applicationNo, amount } = row;
  const { waits } = await assessAct(tx, by, invoiceIssue, {
    tenantId,
    merchantId,
    subjectId: input.id,
    subjectLabel: applicationNo,
    amount: Number(amount),
    reason,
    input,
  });
  return waits;
}

async function move(
  tx: Transaction,
  by: Caller,
  action: Action,
  row: InvoiceApplication,
  set: { invoiceNo: string } | { reason: string },
): Promise<void> {
  await writeState(tx, by, invoiceStateMachine, action, [row], { columns: set });
  await settlePayments(tx, row, action);
  if ('invoiceNo' in set) await mailIssued(tx, by, row, set.invoiceNo);
  if (action === 'reverseInvoice') await dropIssued(tx, row);
  await logStates(tx, by, invoiceStateMachine, action, [row], {
    ...('reason' in set && set),
    after: () => set,
  });
}

/** A number stands for one invoice, also after that was reversed; of two who record it at once the unique key lets the second try again. */
async function refuseTakenNumber(tx: Transaction, tenantId: string, invoiceNo: string): Promise<void> {
  if ((await tx.invoiceApplication.count({ where: { tenantId, invoiceNo } })) === 0) return;
  throw new Refusal({
    zh: '发票号码已登记在另一份申请上，请核对',
    en: 'This invoice number has been recorded for another application: please check it',
  });
}

async function settlePayments(
  tx: Transaction,
  { id: applicationId, tenantId }: InvoiceApplication,
  action: Action,
): Promise<void> {
  const taken = await tx.invoiceLine.findMany({ where: { tenantId, applicationId, amount: { gt: 0 } } });
  const payments = { tenantId, id: { in: taken.flatMap(({ consumptionId }) => consumptionId ?? []) } };
  if (action === 'issueInvoice') {
    await tx.consumptionRecord.updateMany({ where: payments, data: { invoiceState: 'ISSUED' } });
    return;
  }
  await tx.invoiceLine.updateMany({ where: { tenantId, applicationId }, data: { amount: 0, untaxed: 0 } });
  // A payment that another application still invoices stays as that one has it.
  await tx.consumptionRecord.updateMany({
    where: { ...payments, invoiceLines: { none: { amount: { gt: 0 } } } },
    data: { invoiceState: 'NONE' },
  });
}
