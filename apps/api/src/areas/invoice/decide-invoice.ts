import type { InvoiceApplication, InvoiceApplicationState } from '@xyxlx/database/client/client';
import { nextVersion } from '../../platform/next-version.ts';
import { logOperation } from '../../platform/operation-log.ts';
import { inTransaction, type Transaction } from '../../platform/transaction.ts';
import type { Session } from '../../sessions/session.ts';
import { Refusal, staleVersion } from '../../wire/errors.ts';
import type { Call } from '../../wire/implement.ts';
import { lockInvoice } from './invoice.sql.ts';

interface Decision {
  action: 'issueInvoice' | 'failInvoice' | 'reverseInvoice';
  from: InvoiceApplicationState;
  to: InvoiceApplicationState;
  set: { invoiceNo: string } | { reason: string };
}

/** Moves an application that the caller sees on; one that fails or is reversed gives its payments back. */
export async function decideInvoice(
  { input: { id, version }, session, request, deps }: Call<{ id: string; version: number }, Session>,
  { action, from, to, set }: Decision,
): Promise<null> {
  await inTransaction(deps.database, async (tx) => {
    const { tenantId, ...found } = await lockInvoice(tx, session, id);
    if (found.state !== from) {
      throw new Refusal({ zh: '该申请已被处理', en: 'This application has already been decided' });
    }
    if (found.version !== version) throw staleVersion();
    if ('invoiceNo' in set) await refuseTakenNumber(tx, tenantId, set.invoiceNo);
    const row = await tx.invoiceApplication.update({
      where: { tenantId_id: { tenantId, id } },
      data: { ...set, state: to, ...nextVersion(session, deps.clock.now()) },
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
  });
  return null;
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
