import { invoice as contract } from '@xyxlx/contracts/invoice';
import type { InvoiceApplication } from '@xyxlx/database/client/client';
import { z } from 'zod';
import type { By } from '../../core/by.ts';
import { Refusal, staleVersion } from '../../core/errors.ts';
import { type ActKind, approvalPath, judgeAct, moneyAct } from '../../platform/approval/money-act.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { logOperation } from '../../platform/operation-log/operation-log.ts';
import { nextVersion } from '../../platform/records/next-version.ts';
import { lockInvoice } from './invoice.sql.ts';

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
);

/** Records the invoice of an application that the caller sees; returns the approval that it waits for, or null. */
export async function issue(tx: Transaction, by: By, input: Issue): Promise<string | null> {
  const { id, version, invoiceNo } = input;
  const { tenantId } = await inState(tx, by, { id, version }, 'ISSUING');
  await refuseTakenNumber(tx, tenantId, invoiceNo);
  const waits = await judge(tx, by, tenantId, input, invoiceNo);
  if (waits !== null) return waits;
  await move(tx, by, {
    action: 'issueInvoice',
    tenantId,
    id,
    from: 'ISSUING',
    to: 'ISSUED',
    set: { invoiceNo },
  });
  return null;
}

/** Reverses an issued invoice and gives its payments back; returns the approval that it waits for, or null. */
export async function reverse(tx: Transaction, by: By, input: Reversal): Promise<string | null> {
  const { id, version, reason } = input;
  const { tenantId } = await inState(tx, by, { id, version }, 'ISSUED');
  const waits = await judge(tx, by, tenantId, input, reason);
  if (waits !== null) return waits;
  await move(tx, by, {
    action: 'reverseInvoice',
    tenantId,
    id,
    from: 'ISSUED',
    to: 'REVERSED',
    set: { reason },
  });
  return null;
}

/** Records that issuing failed: the application's payments are given back. */
export async function fail(
  tx: Transaction,
  by: By,
  { id, version, reason }: z.output<typeof failInvoice.input>,
): Promise<void> {
  const { tenantId } = await inState(tx, by, { id, version }, 'ISSUING');
  await move(tx, by, { action: 'failInvoice', tenantId, id, from: 'ISSUING', to: 'FAILED', set: { reason } });
}

async function inState(
  tx: Transaction,
  { session }: By,
  { id, version }: { id: string; version: number },
  from: InvoiceApplication['state'],
): Promise<{ tenantId: string }> {
  const { tenantId, ...found } = await lockInvoice(tx, session, id);
  if (found.state !== from) {
    throw new Refusal({ zh: '该申请已被处理', en: 'This application has already been decided' });
  }
  if (found.version !== version) throw staleVersion();
  return { tenantId };
}

async function judge(
  tx: Transaction,
  by: By,
  tenantId: string,
  input: Issue | Reversal,
  reason: string,
): Promise<string | null> {
  const row = await tx.invoiceApplication.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id: input.id } },
    // Who sees the application sees the merchants of all its payments.
    include: { lines: { take: 1, select: { consumption: { select: { merchantId: true } } } } },
  });
  const merchantId = row.lines[0]?.consumption.merchantId ?? null;
  const { applicationNo, amount } = row;
  const { waits } = await judgeAct(tx, by, invoiceIssue, {
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

interface Move {
  action: 'issueInvoice' | 'failInvoice' | 'reverseInvoice';
  tenantId: string;
  id: string;
  from: InvoiceApplication['state'];
  to: InvoiceApplication['state'];
  set: { invoiceNo: string } | { reason: string };
}

async function move(
  tx: Transaction,
  { session, request, now }: By,
  { action, tenantId, id, from, to, set }: Move,
): Promise<void> {
  const row = await tx.invoiceApplication.update({
    where: { tenantId_id: { tenantId, id } },
    data: { ...set, state: to, ...nextVersion(session, now) },
  });
  await settlePayments(tx, row);
  await logOperation(
    tx,
    { session, request },
    {
      tenantId,
      module: 'invoice',
      action,
      target: { type: 'invoice', id, label: row.applicationNo },
      before: { state: from },
      after: { state: to, ...set },
      ...('reason' in set && { reason: set.reason }),
    },
  );
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
  { id: applicationId, tenantId, state }: InvoiceApplication,
): Promise<void> {
  const taken = await tx.invoiceLine.findMany({ where: { tenantId, applicationId, amount: { gt: 0 } } });
  const payments = { tenantId, id: { in: taken.map((line) => line.consumptionId) } };
  if (state === 'ISSUED') {
    await tx.consumptionRecord.updateMany({ where: payments, data: { invoiceState: 'ISSUED' } });
    return;
  }
  await tx.invoiceLine.updateMany({ where: { tenantId, applicationId }, data: { amount: 0 } });
  // A payment that another application still invoices stays as that one has it.
  await tx.consumptionRecord.updateMany({
    where: { ...payments, invoiceLines: { none: { amount: { gt: 0 } } } },
    data: { invoiceState: 'NONE' },
  });
}
